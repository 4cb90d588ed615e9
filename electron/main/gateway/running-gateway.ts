import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setupState } from '../../../shared/api/operator/session.ts'
import { filesIn } from '../../gateway/installation/data-dir.ts'
import { namedPort, whoListens } from '../../gateway/installation/proof.ts'

const probeWithinMs = 1_500

/** A gateway that another user runs on this computer. */
export interface RunningGateway {
  readonly port: number
  /** An administrator said so: this desktop never starts one of its own. */
  readonly isForEverybody: boolean
}

/**
 * The port of the gateway that an administrator named for all users, in a place where only administrators write and no
 * update comes by: who could name one could also read all PINs. Null if there is none.
 */
export function everybodysPort(platform: NodeJS.Platform): number | null {
  if (platform === 'win32') return portInRegistry(readRegistry())
  return namedPort(
    platform === 'darwin' ? '/Library/Application Support/Resit/machine.json' : '/etc/resit/machine.json',
  )
}

/** By its whole path: another program that was put before it in PATH must not be asked. */
function readRegistry(): string {
  const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')
  const args = ['query', 'HKLM\\Software\\Resit', '/v', 'GatewayPort', '/reg:64']
  return spawnSync(program, args, { encoding: 'utf8', windowsHide: true, timeout: probeWithinMs }).stdout ?? ''
}

/** @param said by `reg query`: the name, its type and the number, in hexadecimal */
export function portInRegistry(said: string): number | null {
  const port = Number(/^\s*GatewayPort\s+REG_DWORD\s+(0x[0-9a-f]{1,8})\s*$/im.exec(said)?.[1] ?? 0)
  return port >= 1 && port <= 65_535 ? port : null
}

/**
 * The gateway that an administrator named for all users, or one that already runs on this person's data directory.
 * People type PINs here, so the one on this person's data directory has to prove that it is; of the gateway for all users that
 * cannot be asked, because only the account it runs under reads its control token.
 */
export async function findRunning(everybodys: number | null, dataDir: string): Promise<RunningGateway | null> {
  if (everybodys !== null) return { port: everybodys, isForEverybody: true }
  const own = namedPort(filesIn(dataDir).discovery)
  const running = own === null ? null : { port: own, isForEverybody: false }
  return running !== null && (await isThere(running, dataDir)) ? running : null
}

/** Whether it still is who it was: the port of one that ended is anybody's to take. */
export const isThere = async ({ port, isForEverybody }: RunningGateway, dataDir: string): Promise<boolean> =>
  isForEverybody ? answers(port) : (await whoListens(port, filesIn(dataDir))) === 'proven'

/** Whether a gateway of this kind answers there. */
async function answers(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeWithinMs)
    const answer = await fetch(`http://127.0.0.1:${port}/operator/v1/setup`, { signal, redirect: 'error' })
    return setupState.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
