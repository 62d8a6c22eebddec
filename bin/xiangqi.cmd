@echo off
rem The xiangqi engine, for a user interface on stdin and stdout.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.engines.xiangqi %*
