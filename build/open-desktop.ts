import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStaleDesktop } from './desktop.ts'
import { root } from './root.ts'
import { buildStaleScreens } from './screens.ts'

/** Exit codes of the desktop itself, with a window or without (contract 1). It is 0 if the start brought up another desktop. */
const ownCodes: readonly (number | null)[] = [0, 2, 3, 4, 5]

/** The window is shown after twenty seconds in any case. A window that is not painted long after that will never be. */
const usualPatienceMs = 45_000
const endWithinMs = 10_000

/** @returns why it does not run; null if it ran, and then the exit code is its own */
export async function openDesktop(
  binary: string,
  args: readonly string[],
  patienceMs = usualPatienceMs,
): Promise<string | null> {
  await buildStaleScreens()
  await buildStaleDesktop()
  const place = mkdtempSync(join(tmpdir(), 'resit-start-'))
  try {
    // A hidden window may paint nothing.
    const limitMs = args.includes('--hidden') ? null : patienceMs
    return await run(binary, args, { opened: join(place, 'opened'), limitMs })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

interface Opening {
  /** The desktop writes this file when its window is painted. A desktop that ends before that was never open. */
  readonly opened: string
  /** The time for that; null is no limit. */
  readonly limitMs: number | null
}

async function run(binary: string, args: readonly string[], { opened, limitMs }: Opening): Promise<string | null> {
  // The folder and not a file in it: Electron reads the name and version of a folder only.
  const env = { ...process.env, RESIT_OPENED: opened }
  const child = spawn(binary, [root, ...args], { stdio: 'inherit', env })
  let isWanted = true
  const forward = (signal: NodeJS.Signals) => {
    isWanted = false
    child.kill(signal)
  }
  process.on('SIGTERM', forward)
  process.on('SIGINT', forward)
  let isGivenUp = false
  const giveUp = () => {
    if (!isWanted || existsSync(opened)) return
    isGivenUp = true
    child.kill()
    setTimeout(() => child.kill('SIGKILL'), endWithinMs).unref()
  }
  const patience = limitMs === null ? undefined : setTimeout(giveUp, limitMs)
  const { code, because } = await new Promise<{ readonly code: number | null; readonly because: string }>((resolve) => {
    child.once('error', () => resolve({ code: null, because: 'Electron’s binary does not run here' }))
    child.once('exit', (ended, signal) => {
      resolve({ code: ended, because: `Electron ended with ${signal ?? ended} before there was a window` })
    })
  })
  clearTimeout(patience)
  process.off('SIGTERM', forward)
  process.off('SIGINT', forward)
  if (isGivenUp) return 'its window was not painted: perhaps the graphics card or its driver does not work'
  if (isWanted && !ownCodes.includes(code) && !existsSync(opened)) return because
  process.exitCode = code ?? 1
  return null
}
