@echo off
rem Fixed positions at fixed depth: one node count per game, the signature of the search.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.engines.bench %*
