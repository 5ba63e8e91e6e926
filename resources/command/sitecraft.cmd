@echo off
rem The command `sitecraft` on Windows: the shell does not wait for a program with a window, a batch file does.
rem Help comes from a file, in UTF-16 so that it is right in every code page.
if "%~1"=="" goto window
if "%~1"=="-h" goto help
if "%~1"=="--help" goto help
if "%~1"=="help" goto help
"%~dp0..\..\sitecraft.exe" %*
exit /b %errorlevel%
:window
start "" "%~dp0..\..\sitecraft.exe"
exit /b 0
:help
type "%~dp0help.txt"
exit /b 0
