import { join } from 'node:path'
import { FuseV1Options, FuseVersion, flipFuses as flip } from '@electron/fuses'
import type { AfterPackContext } from 'electron-builder'

/** Every fuse there is, each said: one that Electron adds does not compile until somebody decided (reliability 1.4). */
export const fuses = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies Record<FuseV1Options, boolean>

/** After packing and before signing: a signature covers them. */
export async function flipFuses({ appOutDir, packager, electronPlatformName }: AfterPackContext): Promise<void> {
  await flip(join(appOutDir, programName(electronPlatformName, packager)), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: electronPlatformName === 'darwin',
    ...fuses,
  })
}

function programName(
  platform: string,
  { appInfo, executableName }: AfterPackContext['packager'] & { executableName?: string },
) {
  if (platform === 'darwin') return `${appInfo.productFilename}.app`
  if (platform === 'win32') return `${appInfo.productFilename}.exe`
  return executableName ?? appInfo.productFilename
}
