import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStaleDesktop } from './desktop.ts'
import { root } from './root.ts'
import { buildStaleScreens } from './screens.ts'

/** What the desktop ends with by itself, window or not (contract 1); 0 also where another one was brought up. */
const ownCodes: readonly (number | null)[] = [0, 2, 3, 4, 5]

/** The window is shown after ten seconds in any case; what is not painted long after that never will be. */
const usualPatienceMs = 45_000
const endWithinMs = 10_000

/** @returns why it does not run; null if it did, and the exit code is its own */
export async function openDesktop(
  binary: string,
  args: readonly string[],
  patienceMs = usualPatienceMs,
): Promise<string | null> {
  await buildStaleScreens()
  await buildStaleDesktop()
  const place = mkdtempSync(join(tmpdir(), 'resit-start-'))
  try {
    // One that is started hidden may paint nothing for as long as it is.
    const limitMs = args.includes('--hidden') ? null : patienceMs
    return await run(binary, args, { opened: join(place, 'opened'), limitMs })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

interface Opening {
  /** A file that the desktop writes when its window is painted: what ends before that never was open. */
  readonly opened: string
  /** So long it has for that; null is for ever. */
  readonly limitMs: number | null
}

async function run(binary: string, args: readonly string[], { opened, limitMs }: Opening): Promise<string | null> {
  // The folder, not a file in it: of a folder Electron reads the name and the version.
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
