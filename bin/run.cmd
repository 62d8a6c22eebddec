@echo off
rem bin\run [--LEVEL] [MODULE ARGUMENTS...]: run a module of the project in the project's own
rem environment, as bin/run does on other systems. Sets the environment up first (setup.py) unless its stamp
rem says that nothing is to be done. stdin and stdout belong to MODULE alone, and so does the exit code.
rem BOYI_ENV, an absolute path, puts the environment elsewhere.

setlocal EnableExtensions DisableDelayedExpansion
for %%I in ("%~dp0..") do set "root=%%~fI"
set "env=%BOYI_ENV%"
if not defined env set "env=%root%\.venv"
set "level=runtime"
if "%~1"=="--server" set "level=server"
if "%~1"=="--cluster" set "level=cluster"
if "%~1"=="--train" set "level=train"
if "%~1"=="--dev" set "level=dev"
rem A GUI's own, which our Python would not start with.
set "PYTHONHOME="

if not exist "%env%\Scripts\python.exe" goto setup
"%env%\Scripts\python.exe" -I "%root%\bin\setup.py" --check %level% "%env%" <nul >nul 2>&1
if not errorlevel 1 goto start

:setup
rem By another Python than the environment's own, which could not be replaced while it runs.
set "python="
call :try py -3
call :try python
call :try python3
if not defined python goto nopython
%python% -I "%root%\bin\setup.py" %level% "%env%" <nul 1>&2
if errorlevel 1 exit /b 2

:start
rem -P: the caller's folder is no place to import from.
"%env%\Scripts\python.exe" -P "%root%\bin\start.py" %*
exit /b %ERRORLEVEL%

:nopython
echo boyi: needs Python 3.11 or newer, from python.org or by "winget install Python.Python.3.13" 1>&2
exit /b 2

rem Tried by running it: what Windows itself calls python only opens a shop.
:try
if defined python exit /b 0
%* -I -c "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))" <nul >nul 2>&1
if not errorlevel 1 set "python=%*"
exit /b 0
