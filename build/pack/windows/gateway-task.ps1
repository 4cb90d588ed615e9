#Requires -RunAsAdministrator
# One gateway for everybody on this computer: a task of Windows that starts with it, whoever signs in.
#   powershell -ExecutionPolicy Bypass -File gateway-task.ps1 -Checkout "C:\Program Files\Resit source" -Install
#   powershell -ExecutionPolicy Bypass -File gateway-task.ps1 -Remove
# -Checkout is a folder with its packages (npm ci) under Program Files, where only administrators write.
param(
  [string] $Checkout,
  [int] $Port = 7510,
  [switch] $Install,
  [switch] $Remove
)
$ErrorActionPreference = 'Stop'
$task = 'Resit gateway'
$kept = Join-Path $env:ProgramData 'Resit'
# Only administrators write there, and no update of the desktop comes by: desktops use this gateway and start none.
$named = Join-Path $env:ProgramFiles 'Resit gateway'
$administrators = New-Object System.Security.Principal.SecurityIdentifier 'S-1-5-32-544'
$localService = New-Object System.Security.Principal.SecurityIdentifier 'S-1-5-19'

# Documents name customers: nobody but administrators and the account of the gateway.
function New-KeptSecurity {
  $security = New-Object System.Security.AccessControl.DirectorySecurity
  $security.SetAccessRuleProtection($true, $false)
  $security.SetOwner($administrators)
  foreach ($rule in @(@($administrators, 'FullControl'), @($localService, 'Modify'))) {
    $inherit = 'ContainerInherit, ObjectInherit'
    $access = New-Object System.Security.AccessControl.FileSystemAccessRule($rule[0], $rule[1], $inherit, 'None', 'Allow')
    $security.AddAccessRule($access)
  }
  $security
}

if ($Install) {
  $Checkout = (Resolve-Path -LiteralPath $Checkout).ProviderPath.TrimEnd('\')
  if (-not $Checkout.StartsWith("$env:ProgramFiles\", [System.StringComparison]::OrdinalIgnoreCase)) {
    throw "$Checkout is not under ${env:ProgramFiles}: put it there, where only administrators write."
  }
  # Anybody may make a folder in ProgramData: one that is there is taken only where administrators made it.
  if (-not (Test-Path -LiteralPath $kept)) { [System.IO.Directory]::CreateDirectory($kept, (New-KeptSecurity)) | Out-Null }
  $owner = (Get-Acl -LiteralPath $kept).GetOwner([System.Security.Principal.SecurityIdentifier]).Value
  if (@('S-1-5-32-544', 'S-1-5-18') -notcontains $owner) {
    throw "$kept belongs to somebody who is no administrator. Look at what is in it, move it away, and run this again."
  }
  Set-Acl -LiteralPath $kept -AclObject (New-KeptSecurity)
  $node = Join-Path $Checkout 'node_modules\node\bin\node.exe'
  $command = "`"$node`" build\gateway.js --data-dir `"$kept`" --port $Port 2> `"$kept\gateway.log`""
  $action = New-ScheduledTaskAction -Execute "$env:SystemRoot\System32\cmd.exe" -Argument "/d /c `"$command`"" -WorkingDirectory $Checkout
  $settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
    -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -MultipleInstances IgnoreNew
  $principal = New-ScheduledTaskPrincipal -UserId 'LOCALSERVICE' -LogonType ServiceAccount
  Register-ScheduledTask -TaskName $task -Action $action -Trigger (New-ScheduledTaskTrigger -AtStartup) `
    -Settings $settings -Principal $principal -Force | Out-Null
  New-Item -ItemType Directory -Path $named -Force | Out-Null
  [System.IO.File]::WriteAllText((Join-Path $named 'machine.json'), "{`"port`":$Port}")
  Start-ScheduledTask -TaskName $task
}
if ($Remove) {
  Stop-ScheduledTask -TaskName $task
  Unregister-ScheduledTask -TaskName $task -Confirm:$false
  Remove-Item -Path $named -Recurse
  Write-Output "The documents stay in $kept."
}
