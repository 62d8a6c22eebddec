@echo off
rem Hands out the work of a cluster of machines.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" --cluster boyi.arena.farm.scheduler %*
