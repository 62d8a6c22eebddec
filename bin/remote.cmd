@echo off
rem An engine of a server, for any program that takes an engine.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.server.remote %*
