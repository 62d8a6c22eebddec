@echo off
rem Matches, tests and tournaments between engines.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.arena %*
