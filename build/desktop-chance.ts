import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './fences.ts'

const electron = join(root, 'node_modules', 'electron')
const longestSilenceMs = 10_000
const lookEveryMs = 500

/** Where Electron's binary is; or why no desktop can be opened here, as one line. */
export type Chance = { readonly binary: string } | { readonly because: string }

/** Looks for what costs nothing first; fetches the binary, once, where that is all that is missing (contract 1). */
export async function desktopChance(env: NodeJS.ProcessEnv): Promise<Chance> {
  if (env['RESIT_DESKTOP'] === 'off') return { because: 'RESIT_DESKTOP is off' }
  if (process.platform === 'linux') {
    if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { because: 'there is no display' }
    if (process.getuid?.() === 0) return { because: 'Chromium’s sandbox does not run as root' }
  }
  const binary = binaryOnDisk(env) ?? ((await fetchBinary(env)) ? binaryOnDisk(env) : null)
  return binary === null ? { because: 'Electron’s binary is not here and could not be fetched' } : { binary }
}

export function binaryOnDisk(env: NodeJS.ProcessEnv): string | null {
  const named = join(electron, 'path.txt')
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electron, 'dist')
  if (!existsSync(named) && env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) return null
  const binary = join(folder, existsSync(named) ? readFileSync(named, 'utf8') : 'electron')
  return existsSync(binary) ? binary : null
}

/** One try, given up after ten seconds without a byte. */
async function fetchBinary(env: NodeJS.ProcessEnv): Promise<boolean> {
  process.stderr.write('Fetching Electron …\n')
  // The download grows in a folder of its own, where its bytes can be seen coming.
  const folder = mkdtempSync(join(tmpdir(), 'resit-electron-'))
  const places = { TMPDIR: folder, TEMP: folder, TMP: folder }
  const child = spawn(process.execPath, [join(electron, 'install.js')], { env: { ...env, ...places }, stdio: 'ignore' })
  const code = await endOf(child, folder)
  rmSync(folder, { recursive: true, force: true })
  return code === 0
}

function endOf(child: ChildProcess, folder: string): Promise<number | null> {
  let size = 0
  let grewAt = performance.now()
  const timer = setInterval(() => {
    const now = sizeOf(folder)
    if (now !== size) grewAt = performance.now()
    size = now
    if (performance.now() - grewAt > longestSilenceMs) child.kill('SIGKILL')
  }, lookEveryMs)
  return new Promise((resolve) => {
    const end = (code: number | null) => {
      clearInterval(timer)
      resolve(code)
    }
    child.once('exit', end)
    child.once('error', () => end(null))
  })
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
