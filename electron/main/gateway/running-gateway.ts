import { dirname, join } from 'node:path'
import { setupStanding } from '../../../shared/catalogue/shapes/people.ts'
import { filesIn } from '../../gateway/data-dir.ts'
import { namedPort, whoListens } from '../../gateway/proof.ts'

const probeWithinMs = 1_500

/** A gateway that somebody else runs on this computer. */
export interface RunningGateway {
  readonly port: number
  /** An administrator said so: this desktop never starts one of its own. */
  readonly isForEverybody: boolean
}

/**
 * Where only an administrator writes: who could name a gateway to everybody could also read everybody's PIN.
 * @param execPath of this program; on Windows the file lies beside it
 */
export function placeForEverybody(platform: NodeJS.Platform, execPath: string): string {
  switch (platform) {
    case 'win32':
      return join(dirname(execPath), 'machine.json')
    case 'darwin':
      return '/Library/Application Support/Resit/machine.json'
    default:
      return '/etc/resit/machine.json'
  }
}

/**
 * The gateway that an administrator named for everybody, or one that already runs on this person's data directory.
 * People type PINs here, so the one on this person's data directory has to prove that it is; of everybody's gateway that
 * cannot be asked, because only the account it runs under reads its control token.
 */
export async function findRunning(forEverybody: string, dataDir: string): Promise<RunningGateway | null> {
  const everybodys = namedPort(forEverybody)
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
    return setupStanding.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
