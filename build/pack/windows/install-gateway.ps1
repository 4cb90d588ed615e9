# One gateway for everybody on this computer, from the start of Windows on, whoever signs in. Run as administrator:
#   powershell -ExecutionPolicy Bypass -File install-gateway.ps1 -Checkout C:\Resit -Install
#   powershell -ExecutionPolicy Bypass -File install-gateway.ps1 -Checkout C:\Resit -Remove
# It is a task of the scheduler and not a service of the service control manager, which only starts programs written for it.
param(
  [Parameter(Mandatory)] [string] $Checkout,
  [string] $DesktopFolder = "$env:ProgramFiles\Resit",
  [int] $Port = 7510,
  [switch] $Install,
  [switch] $Remove
)
$ErrorActionPreference = 'Stop'
$task = 'Resit gateway'
$kept = Join-Path $env:ProgramData 'Resit'
$machine = Join-Path $DesktopFolder 'machine.json'

if ($Install) {
  New-Item -ItemType Directory -Force $kept | Out-Null
  # Documents name customers: the account of the gateway and administrators only.
  icacls $kept /inheritance:r /grant:r '*S-1-5-19:(OI)(CI)M' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
  $node = Join-Path $Checkout 'node_modules\node\bin\node.exe'
  $action = New-ScheduledTaskAction -Execute $node -WorkingDirectory $Checkout `
    -Argument "electron\headless\main.ts --data-dir `"$kept`" --port $Port"
  $trigger = New-ScheduledTaskTrigger -AtStartup
  $settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
    -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
  $account = New-ScheduledTaskPrincipal -UserId 'NT AUTHORITY\LocalService' -LogonType ServiceAccount
  Register-ScheduledTask -TaskName $task -Action $action -Trigger $trigger -Settings $settings -Principal $account -Force | Out-Null
  Start-ScheduledTask -TaskName $task
  # Beside the program, where only administrators write: desktops use this gateway and start none.
  Set-Content -Path $machine -Value "{`"port`":$Port}" -Encoding ascii
}
if ($Remove) {
  Stop-ScheduledTask -TaskName $task
  Unregister-ScheduledTask -TaskName $task -Confirm:$false
  Remove-Item -Force $machine
  Write-Output "The documents stay in $kept."
}
