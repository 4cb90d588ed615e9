import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import type { Configuration } from 'electron-builder'

type Fuses = Required<Omit<NonNullable<Configuration['electronFuses']>, 'resetAdHocDarwinSignature'>>

/** All fuses of electron-builder. If a version adds one, this does not compile until it is decided (reliability 1.4). */
export const fuses = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const satisfies Fuses

/** Reads the fuses of a program. @returns those that are not as decided */
export async function wrongFuses(program: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(fuses).flatMap(([name, isOn]) => {
    const fuse = FuseV1Options[`${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options]
    return wire[fuse] === (isOn ? FuseState.ENABLE : FuseState.DISABLE) ? [] : [name]
  })
}
