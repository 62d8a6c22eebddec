@echo off
rem How the chess engine compares with foreign ones on this machine.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" boyi.arena.tools.peers %*
