#Requires -RunAsAdministrator
#Requires -PSEdition Desktop
# One gateway for everybody on this computer: a service of Windows that starts with it, whoever signs in.
#   powershell -ExecutionPolicy Bypass -File install-gateway.ps1 -Checkout C:\Resit -Install
#   powershell -ExecutionPolicy Bypass -File install-gateway.ps1 -Checkout C:\Resit -Remove
# -Checkout is a folder with its packages (npm ci) that only administrators write to.
param(
  [Parameter(Mandatory)] [string] $Checkout,
  [string] $DesktopFolder = "$env:ProgramFiles\Resit",
  [int] $Port = 7510,
  [switch] $Install,
  [switch] $Remove
)
$ErrorActionPreference = 'Stop'
$service = 'ResitGateway'
# An account of its own without a password, which Windows makes for the service.
$account = "NT SERVICE\$service"
$kept = Join-Path $env:ProgramData 'Resit'
$folder = Join-Path $env:ProgramFiles 'Resit gateway'
$program = Join-Path $folder 'GatewayService.exe'
$machine = Join-Path $DesktopFolder 'machine.json'

function Invoke-Checked([string] $name, [string[]] $arguments) {
  & $name @arguments | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "$name ended with $LASTEXITCODE" }
}

if ($Install) {
  New-Item -ItemType Directory -Force $folder, $kept, $DesktopFolder | Out-Null
  $source = Get-Content -Raw (Join-Path $PSScriptRoot 'gateway-service.cs')
  Add-Type -TypeDefinition $source -ReferencedAssemblies System.ServiceProcess `
    -OutputAssembly $program -OutputType ConsoleApplication
  New-Service -Name $service -DisplayName 'Resit gateway' -StartupType Automatic `
    -BinaryPathName "`"$program`" `"$Checkout`" `"$kept`" $Port" | Out-Null
  Invoke-Checked sc.exe @('config', $service, 'obj=', $account)
  # Started again after one second, one second, half a minute; counted anew each day.
  Invoke-Checked sc.exe @('failure', $service, 'reset=', '86400', 'actions=', 'restart/1000/restart/1000/restart/30000')
  # Documents name customers: the account of the gateway and administrators only (S-1-5-32-544).
  Invoke-Checked icacls.exe @($kept, '/inheritance:r', '/grant:r', "${account}:(OI)(CI)M", '*S-1-5-32-544:(OI)(CI)F')
  Start-Service $service
  # Beside the program, where only administrators write: desktops use this gateway and start none.
  Set-Content -Path $machine -Value "{`"port`":$Port}" -Encoding ascii
}
if ($Remove) {
  Stop-Service $service
  Invoke-Checked sc.exe @('delete', $service)
  Remove-Item -Recurse -Force $folder
  Remove-Item -Force $machine
  Write-Output "The documents stay in $kept."
}
