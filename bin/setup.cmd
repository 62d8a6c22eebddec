@echo off
rem All that is needed before the first game, and a check of it.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.arena.setup %*
