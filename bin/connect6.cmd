@echo off
rem The connect6 engine, for a platform on stdin and stdout.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.engines.connect6 %*
