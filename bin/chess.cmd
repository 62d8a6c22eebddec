@echo off
rem The chess engine, for a user interface on stdin and stdout.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.engines.chess %*
