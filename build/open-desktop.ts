import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStaleDesktop } from './desktop.ts'
import { root } from './root.ts'
import { buildStaleScreens } from './screens.ts'

/** What the desktop ends with by itself, window or not (contract 1); 0 also where another one was brought up. */
const ownCodes: readonly (number | null)[] = [0, 2, 3, 4, 5]

/** @returns why it does not run; null where it did, and the exit code is its own */
export async function openDesktop(binary: string, args: readonly string[]): Promise<string | null> {
  await buildStaleScreens()
  await buildStaleDesktop()
  const place = mkdtempSync(join(tmpdir(), 'resit-start-'))
  try {
    return await run(binary, args, join(place, 'opened'))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** @param opened a file that the desktop writes when its window is there: what ends before that never was open */
async function run(binary: string, args: readonly string[], opened: string): Promise<string | null> {
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
  const { code, because } = await new Promise<{ readonly code: number | null; readonly because: string }>((resolve) => {
    child.once('error', () => resolve({ code: null, because: 'Electron’s binary does not run here' }))
    child.once('exit', (ended, signal) => {
      resolve({ code: ended, because: `Electron ended with ${signal ?? ended} before there was a window` })
    })
  })
  process.off('SIGTERM', forward)
  process.off('SIGINT', forward)
  if (isWanted && !ownCodes.includes(code) && !existsSync(opened)) return because
  process.exitCode = code ?? 1
  return null
}
