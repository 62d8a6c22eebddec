@echo off
rem Training. Only what teaches convolutional networks has JAX set up.
setlocal EnableExtensions DisableDelayedExpansion
set "level="
set "reproduce="
set "reproduce="
set "einstein="
:next
if "%~1"=="" goto start
if "%~1"=="--help" goto plain
if "%~1"=="-h" goto plain
if "%~1"=="--version" goto plain
if defined reproduce if "%~1"=="einstein" set "level=--train "
if defined reproduce if "%~1"=="all" set "level=--train "
if defined einstein if "%~1"=="policy" set "level=--train "
if "%~1"=="reproduce" set "reproduce=1"
if "%~1"=="reproduce" set "reproduce=1"
if "%~1"=="einstein" set "einstein=1"
shift /1
goto next
:plain
set "level="
:start
"%~dp0run.cmd" %level%boyi.learning %*
