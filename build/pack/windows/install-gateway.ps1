#Requires -RunAsAdministrator
#Requires -PSEdition Desktop
# One gateway for everybody on this computer: a service of Windows that starts with it, whoever signs in.
#   powershell -ExecutionPolicy Bypass -File install-gateway.ps1 -Checkout "C:\Program Files\Resit source" -Install
#   powershell -ExecutionPolicy Bypass -File install-gateway.ps1 -Checkout "C:\Program Files\Resit source" -Remove
# -Checkout is a folder with its packages (npm ci) that only administrators write to; a folder made in C:\ is none, for
# there every account may change what lies in it.
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

$administrators = 'S-1-5-32-544'
$system = 'S-1-5-18'
$trustedInstaller = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'
$trusted = @($administrators, $system, $trustedInstaller)
$rights = [System.Security.AccessControl.FileSystemRights]
# Whoever has one of these on a folder can put another file in the place of one in it.
$changing = $rights::WriteData -bor $rights::AppendData -bor $rights::Delete -bor
  $rights::DeleteSubdirectoriesAndFiles -bor $rights::ChangePermissions -bor $rights::TakeOwnership
# GENERIC_WRITE and GENERIC_ALL, which ACLs from elsewhere may hold unmapped.
$generic = 0x40000000 -bor 0x10000000

function Invoke-Checked([string] $name, [string[]] $arguments) {
  & $name @arguments | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "$name ended with $LASTEXITCODE" }
}

function Get-Owner([string] $path) {
  (Get-Acl -LiteralPath $path).GetOwner([System.Security.Principal.SecurityIdentifier]).Value
}

function Assert-Place([string] $path) {
  if ((Get-Item -LiteralPath $path -Force).Attributes -band [System.IO.FileAttributes]::ReparsePoint) {
    throw "$path leads elsewhere: name the folder itself."
  }
  # The owner may change the permissions, whatever they say.
  if ($trusted -notcontains (Get-Owner $path)) {
    throw "$path belongs to $((Get-Acl -LiteralPath $path).Owner), not to administrators: somebody else may have put into it what is there. Look at what is in it. Then move it away, or give it to administrators (takeown /A /R /F), and run this again."
  }
}

# What runs as the service, and what names it to everybody, must be for administrators alone to change.
function Assert-OnlyAdministratorsWrite([string] $path) {
  # Elsewhere a folder above it may let others put another one in its place.
  if (-not $path.StartsWith("$env:ProgramFiles\", [System.StringComparison]::OrdinalIgnoreCase)) {
    throw "$path is not under ${env:ProgramFiles}: put it there, where only administrators write."
  }
  Assert-Place $path
  $rules = (Get-Acl -LiteralPath $path).GetAccessRules($true, $true, [System.Security.Principal.SecurityIdentifier])
  foreach ($rule in $rules) {
    if ($rule.AccessControlType -ne 'Allow' -or $trusted -contains $rule.IdentityReference.Value) { continue }
    # CREATOR OWNER (S-1-3-0) is whoever makes a file, which is administrators where nobody else may.
    if ($rule.IdentityReference.Value -eq 'S-1-3-0') { continue }
    if (([int] $rule.FileSystemRights) -band ([int] $changing -bor $generic)) {
      throw "$path can be changed by $($rule.IdentityReference.Value), who is no administrator. Take that right away (icacls), look at what is in it, and run this again."
    }
  }
}

# Nobody but administrators, and the account of the gateway where there is one: documents name customers.
function New-KeptSecurity([string[]] $modifying) {
  $security = New-Object System.Security.AccessControl.DirectorySecurity
  $security.SetAccessRuleProtection($true, $false)
  $owner = New-Object System.Security.Principal.SecurityIdentifier $administrators
  $security.SetOwner($owner)
  $inherit = [System.Security.AccessControl.InheritanceFlags] 'ContainerInherit, ObjectInherit'
  $none = [System.Security.AccessControl.PropagationFlags]::None
  $full = New-Object System.Security.AccessControl.FileSystemAccessRule($owner, 'FullControl', $inherit, $none, 'Allow')
  $security.AddAccessRule($full)
  foreach ($name in $modifying) {
    $modify = New-Object System.Security.AccessControl.FileSystemAccessRule($name, 'Modify', $inherit, $none, 'Allow')
    $security.AddAccessRule($modify)
  }
  $security
}

if ($Install) {
  $Checkout = (Resolve-Path -LiteralPath $Checkout).ProviderPath.TrimEnd('\')
  Assert-OnlyAdministratorsWrite $Checkout
  New-Item -ItemType Directory -Force $folder, $DesktopFolder | Out-Null
  Assert-OnlyAdministratorsWrite $folder
  Assert-OnlyAdministratorsWrite $DesktopFolder
  # Anybody may make a folder in ProgramData: one that is there is taken only where administrators made it, as an earlier
  # -Install did. A new one is closed from its first moment, and whoever was quicker is found by its owner.
  if (-not (Test-Path -LiteralPath $kept)) {
    [System.IO.Directory]::CreateDirectory($kept, (New-KeptSecurity @())) | Out-Null
  }
  Assert-Place $kept
  # What lies in them gets the permissions of the folder it lies in, and no owner of its own who could change them.
  foreach ($place in @($Checkout, $kept)) {
    Invoke-Checked icacls.exe @($place, '/setowner', "*$administrators", '/T', '/L', '/Q')
  }

  $source = Get-Content -Raw (Join-Path $PSScriptRoot 'gateway-service.cs')
  Add-Type -TypeDefinition $source -ReferencedAssemblies System.ServiceProcess `
    -OutputAssembly $program -OutputType ConsoleApplication
  New-Service -Name $service -DisplayName 'Resit gateway' -StartupType Automatic `
    -BinaryPathName "`"$program`" `"$Checkout`" `"$kept`" $Port" | Out-Null
  Invoke-Checked sc.exe @('config', $service, 'obj=', $account)
  # Started again after one second, one second, half a minute; counted anew each day.
  Invoke-Checked sc.exe @('failure', $service, 'reset=', '86400', 'actions=', 'restart/1000/restart/1000/restart/30000')
  # Only now Windows knows the account. All that was granted before is gone with this.
  Set-Acl -LiteralPath $kept -AclObject (New-KeptSecurity @($account))
  foreach ($place in @($Checkout, $kept)) {
    if (Get-ChildItem -LiteralPath $place -Force | Select-Object -First 1) {
      Invoke-Checked icacls.exe @("$place\*", '/reset', '/T', '/L', '/Q')
    }
  }
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
