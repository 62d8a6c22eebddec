@echo off
rem The EinStein engine, for a platform on stdin and stdout.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.engines.einstein %*
