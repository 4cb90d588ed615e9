; An installer that replaces a version uninstalls the old one first; only a person who removes the program is held up.
; "resit unsent" answers 0 where nothing is unsent or in doubt, 1 where something is, and more where it cannot be told.
!macro customUnInit
  ${ifNot} ${isUpdated}
    ClearErrors
    ExecWait '"$INSTDIR\Resit.exe" --resit unsent' $0
    ${if} ${Errors}
      StrCpy $0 9
    ${endif}
    ${if} $0 != 0
      ${if} ${Silent}
        SetErrorLevel 3
        Abort
      ${endif}
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "There are documents on this computer that the tax authority does not have yet, or it cannot be told whether there are.$\r$\n$\r$\nOpen Resit and wait until nothing is waiting, or move to another computer with “resit move-out” first.$\r$\n$\r$\nRemove Resit all the same? The documents stay in the data directory, but nothing sends them." IDYES goOn
      Abort
      goOn:
      MessageBox MB_YESNO|MB_ICONSTOP|MB_DEFBUTTON2 "Unsent documents have a deadline by law. Really remove the program that sends them?" IDYES sure
      Abort
      sure:
    ${endif}
  ${endif}
!macroend

!macro customUnInstall
  ; The program starts with the computer no more. Documents stay: they are kept by law.
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "my.resit.desktop"
  Delete "$LOCALAPPDATA\Resit\control.token"
!macroend
