# path.ps1 add|remove user|machine: puts this folder on the PATH or takes it off. What else stands there stays as it is written,
# with its %variables%; the whole text is as long as it is, which NSIS itself could not keep.
param([string]$action, [string]$scope)
$ErrorActionPreference = 'Stop'
$key = if ($scope -eq 'machine') {
  [Microsoft.Win32.Registry]::LocalMachine.OpenSubKey('SYSTEM\CurrentControlSet\Control\Session Manager\Environment', $true)
} else {
  [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
}
$written = [string]$key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
$others = @($written -split ';' | Where-Object { $_ -ne '' -and $_ -ne $PSScriptRoot })
if ($action -eq 'add') { $others += $PSScriptRoot }
$key.SetValue('Path', ($others -join ';'), [Microsoft.Win32.RegistryValueKind]::ExpandString)
