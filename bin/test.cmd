@echo off
rem Every check, whatever the others say; the arguments go to pytest.
setlocal EnableExtensions DisableDelayedExpansion
"%~dp0run.cmd" --dev "%~dp0checks.py" %*
