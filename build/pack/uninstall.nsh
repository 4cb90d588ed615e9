; An installer that replaces a version uninstalls the old one first, and is not held up. A person or a script that removes the
; program is. "resit unsent" answers 0 if nothing is unsent or in doubt, 1 if something is, and more if it cannot tell.
; The macro below replaces one of electron-builder, which brings these:
!include "getProcessInfo.nsh"
Var pid

; @param MODE "all" if the program was installed for all users: the account that removes it may have no documents of its own
!macro askUnsent MODE
  StrCpy $1 ""
  ${if} ${MODE} == "all"
    StrCpy $1 " --everybody"
  ${endif}
  ClearErrors
  ExecWait '"$INSTDIR\Resit.exe" --resit unsent$1' $0
  ${if} ${Errors}
    StrCpy $0 9
  ${endif}
!macroend

; A silent uninstaller ends the program before customUnInit. If it refused then, no gateway would be left to send: it asks
; before. It does not know the install mode yet.
!macro customCheckAppRunning
  !ifdef BUILD_UNINSTALLER
    ${ifNot} ${isUpdated}
    ${andIf} ${Silent}
      StrCpy $2 "CurrentUser"
      ReadRegStr $0 HKLM "${INSTALL_REGISTRY_KEY}" InstallLocation
      ${if} $0 == $INSTDIR
        StrCpy $2 "all"
      ${endif}
      !insertmacro askUnsent $2
      ${if} $0 != 0
        SetErrorLevel 3
        Abort
      ${endif}
    ${endif}
  !endif
  !insertmacro IS_POWERSHELL_AVAILABLE
  !insertmacro _CHECK_APP_RUNNING
!macroend

!macro customUnInit
  ${ifNot} ${isUpdated}
  ${andIfNot} ${Silent}
    !insertmacro askUnsent $installMode
    ${if} $0 != 0
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "There are documents on this computer that the tax authority does not have yet, or it cannot be told whether there are.$\r$\n$\r$\nOpen Resit and wait until nothing is waiting, or go on on another computer with “resit retire” first.$\r$\n$\r$\nRemove Resit all the same? The documents stay in the data directory, but nothing sends them." IDYES goOn
      Abort
      goOn:
      MessageBox MB_YESNO|MB_ICONSTOP|MB_DEFBUTTON2 "Unsent documents have a deadline by law. Really remove the program that sends them?" IDYES sure
      Abort
      sure:
    ${endif}
  ${endif}
!macroend

!macro customUnInstall
  ; An update runs this too. Documents stay, as the law asks. Autostart is a setting of each person: if the program is for all
  ; users, the person who removes it, perhaps an administrator from elsewhere, does not change the settings of others.
  ${ifNot} ${isUpdated}
    ${if} $installMode == "CurrentUser"
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "my.resit.desktop"
    ${endif}
  ${endif}
!macroend
