// npm start: builds what is stale and opens the desktop; where that cannot run, the gateway with the same screens in a
// browser. The exit code is that of whatever ran (contract 1).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildStaleDesktop, desktopDir } from './desktop.ts'
import { desktopChance } from './desktop-chance.ts'
import { buildStaleScreens } from './screens.ts'

/** What a shell says of a program that cannot be loaded: a library of the system is missing. */
const notRunnable = 127

const chance = await desktopChance(process.env)
const because = 'because' in chance ? chance.because : await openDesktop(chance.binary)
if (because !== null) {
  process.stderr.write(`The desktop cannot be opened (${because}); the gateway starts with its screens in a browser.\n`)
  await import(new URL('gateway.ts', import.meta.url).href)
}

/** @returns why it does not run; null where it did, and the exit code is its own */
async function openDesktop(binary: string): Promise<string | null> {
  await buildStaleScreens()
  await buildStaleDesktop()
  const child = spawn(binary, [join(desktopDir, 'main.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', forward)
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(notRunnable))
    child.once('exit', (ended) => resolve(ended ?? 1))
  })
  process.off('SIGTERM', forward)
  process.off('SIGINT', forward)
  if (code === notRunnable) return 'Electron’s binary does not run here'
  process.exitCode = code
  return null
}
