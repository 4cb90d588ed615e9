import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** The file system and programs of this machine, except in tests. */
export interface MachineAccess {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isThere: (path: string) => boolean
  readonly read: (path: string) => string
  /** @throws Error if it does not run */
  readonly run: (program: string, args: readonly string[]) => string
}

const thisMachine: MachineAccess = {
  platform: process.platform,
  env: process.env,
  isThere: existsSync,
  read: (path) => readFileSync(path, 'utf8'),
  run: (program, args) => execFileSync(program, args, { encoding: 'utf8', timeout: 5_000, windowsHide: true }),
}

/**
 * The same after every start, and another on another computer. It is a digest, because machine-id(5) asks that the id
 * stays on the computer.
 * @returns null if there is none that lasts: a container's comes with its image, or is new at every start
 */
export function machineId(asked: MachineAccess = thisMachine): string | null {
  const id = idOf(asked)
  return id === null ? null : createHash('sha256').update(`resit machine\n${id.toLowerCase()}`).digest('hex')
}

function idOf(asked: MachineAccess): string | null {
  try {
    switch (asked.platform) {
      case 'linux':
        return isPassing(asked) ? null : idOfLinux(asked)
      // On Windows and macOS only a program can tell it.
      case 'win32':
        return guidIn(/\bMachineGuid\s+REG_SZ\s+([\da-f-]{36})\b/i, asked.run(registry(asked), registryArgs))
      case 'darwin':
        return guidIn(/"IOPlatformUUID"\s*=\s*"([\da-f-]{36})"/i, asked.run('/usr/sbin/ioreg', ioregArgs))
      default:
        return null
    }
  } catch {
    return null
  }
}

/** Marks of a container, and systemd's mark of an id for this start only. */
const isPassing = ({ isThere, env }: MachineAccess): boolean =>
  env['KUBERNETES_SERVICE_HOST'] !== undefined ||
  ['/.dockerenv', '/run/.containerenv', '/run/systemd/container', '/run/machine-id'].some(isThere)

function idOfLinux({ isThere, read }: MachineAccess): string | null {
  const texts = ['/etc/machine-id', '/var/lib/dbus/machine-id'].filter(isThere).map((path) => read(path).trim())
  return texts.find((text) => /^[\da-f]{32}$/i.test(text)) ?? null
}

const registry = ({ env }: MachineAccess): string => `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\reg.exe`
const registryArgs = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64']
const ioregArgs = ['-rd1', '-c', 'IOPlatformExpertDevice']

const guidIn = (form: RegExp, text: string): string | null => form.exec(text)?.[1] ?? null
