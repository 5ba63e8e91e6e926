; The command `sitecraft`: its folder is on the PATH while the program is installed, for whom it is installed.

!macro commandPath ACTION
  ${if} $installMode == "all"
    nsExec::Exec 'powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\command\path.ps1" ${ACTION} machine'
  ${else}
    nsExec::Exec 'powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\command\path.ps1" ${ACTION} user'
  ${endif}
  Pop $0
  ; Programs that are started from now on read the new value.
  SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro customInstall
  !insertmacro commandPath add
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro commandPath remove
  ${endif}
!macroend
