@echo off
rem The engines over the network.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" --server boyi.server %*
