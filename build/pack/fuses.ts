import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import type { Configuration } from 'electron-builder'

type Fuses = Required<Omit<NonNullable<Configuration['electronFuses']>, 'resetAdHocDarwinSignature'>>

/** Every fuse that electron-builder flips, each said: one that it adds does not compile until it is decided (reliability 1.4). */
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

/** @returns those that are not as they were decided, read from the program itself */
export async function wrongFuses(program: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(fuses).flatMap(([name, isOn]) => {
    const fuse = FuseV1Options[`${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options]
    return wire[fuse] === (isOn ? FuseState.ENABLE : FuseState.DISABLE) ? [] : [name]
  })
}
