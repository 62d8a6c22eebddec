@echo off
rem A wheel that carries compiled kernels, for such machines.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.arena.setup.wheel %*
