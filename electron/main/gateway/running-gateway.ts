import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { setupStanding } from '../../../shared/catalogue/shapes/people.ts'

const probeWithinMs = 1_500

/** A gateway that somebody else runs on this computer. */
export interface RunningGateway {
  readonly port: number
  /** An administrator said so: this desktop never starts one of its own. */
  readonly isForEverybody: boolean
}

const named = z.object({ port: z.int().min(1).max(65_535) })

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
 * A program that merely listens on the port is never trusted: people type PINs here.
 */
export async function findRunning(forEverybody: string, dataDir: string): Promise<RunningGateway | null> {
  const everybodys = read(forEverybody)
  if (everybodys !== null) return { port: everybodys, isForEverybody: true }
  const own = read(join(dataDir, 'gateway.json'))
  return own !== null && (await answers(own)) ? { port: own, isForEverybody: false } : null
}

/** Whether a gateway of this kind answers there. */
export async function answers(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeWithinMs)
    const answer = await fetch(`http://127.0.0.1:${port}/operator/v1/setup`, { signal, redirect: 'error' })
    return setupStanding.safeParse(await answer.json()).success
  } catch {
    return false
  }
}

function read(file: string): number | null {
  if (!existsSync(file)) return null
  try {
    return named.parse(JSON.parse(readFileSync(file, 'utf8'))).port
  } catch {
    // Half written by a gateway that was killed, or by hand: as good as none.
    return null
  }
}
