@echo off
rem Has this machine work for a cluster.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" --cluster boyi.arena.farm.worker %*
