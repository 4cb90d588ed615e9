import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { proxyFor } from '../electron/gateway/platform/outgoing/proxy.ts'
import { root } from './root.ts'

const electron = join(root, 'node_modules', 'electron')
const lookEveryMs = 500

/** Electron's binary; or the reason why no desktop can be opened here, as one line. */
export type ElectronFound = { readonly binary: string } | { readonly because: string }

/** Cheap checks come first. If only the binary is missing, it is fetched, once (contract 1). */
export async function findElectron(env: NodeJS.ProcessEnv): Promise<ElectronFound> {
  if (env['RESIT_DESKTOP'] === 'off') return { because: 'RESIT_DESKTOP is off' }
  if (process.platform === 'linux') {
    if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { because: 'there is no display' }
    if (process.getuid?.() === 0) return { because: 'Chromium’s sandbox does not run as root' }
  }
  // A fetched binary brings no helper with the rights of an administrator.
  if (electronOnDisk(env) === null && !mayMakeNamespaces()) return { because: noSandbox }
  const because = electronOnDisk(env) === null ? await fetchElectron(env) : null
  if (because !== null) return { because: `Electron’s binary is not here and could not be fetched: ${because}` }
  const binary = electronOnDisk(env)
  if (binary === null) return { because: 'Electron’s binary is not where it was put' }
  return mayBeSandboxed(binary) ? { binary } : { because: noSandbox }
}

const noSandbox =
  'this system lets no program of a user make namespaces, so Chromium’s sandbox cannot work; an installed Resit may, by the profile it brings'

/** As the launcher of an AppImage finds it out, or by a helper that has the rights of an administrator. */
function mayBeSandboxed(binary: string): boolean {
  if (mayMakeNamespaces()) return true
  const helper = statSync(join(dirname(binary), 'chrome-sandbox'), { throwIfNoEntry: false })
  return helper?.uid === 0 && (helper.mode & 0o4001) === 0o4001
}

const mayMakeNamespaces = (): boolean =>
  process.platform !== 'linux' || spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' }).status === 0

export function electronOnDisk(env: NodeJS.ProcessEnv): string | null {
  const named = join(electron, 'path.txt')
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electron, 'dist')
  if (!existsSync(named) && env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) return null
  const binary = join(folder, existsSync(named) ? readFileSync(named, 'utf8') : 'electron')
  return existsSync(binary) ? binary : null
}

/** If a download fails, Electron's script only says `fetch failed`. */
const tellCause = `data:text/javascript,${encodeURIComponent(`
  const ask = globalThis.fetch
  const reasons = (cause) => cause instanceof Error ? [cause.message, ...reasons(cause.cause)] : []
  globalThis.fetch = (...args) => ask(...args).catch((cause) => {
    throw new Error(reasons(cause).join(': '))
  })`)}`

/** Tries once, and gives up after ten seconds without a byte. @returns why it failed; null if the binary came */
export async function fetchElectron(env: NodeJS.ProcessEnv): Promise<string | null> {
  process.stderr.write('Fetching Electron …\n')
  // The download grows in a folder of its own, so that its bytes can be counted.
  const folder = mkdtempSync(join(tmpdir(), 'resit-electron-'))
  const places = { TMPDIR: folder, TEMP: folder, TMP: folder }
  const network = { NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1' }
  const child = spawn(process.execPath, ['--import', tellCause, join(electron, 'install.js')], {
    env: { ...env, ...places, ...network },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [code, said] = await Promise.all([
    endOfDownload(child, { folder, unpacked: join(electron, 'dist'), grew: tellGrowth }),
    text(child.stderr),
  ])
  rmSync(folder, { recursive: true, force: true })
  if (process.stderr.isTTY) process.stderr.write('\n')
  if (code === 0) return null
  const [reason = ''] = /^\w*Error: .*$/m.exec(said) ?? []
  const proxy = proxyFor(new URL('https://github.com'), env)
  const through =
    proxy === null ? '' : ` (${'address' in proxy ? `through the proxy ${proxy.address}` : proxy.variable})`
  return `${code === null ? 'nothing came for too long' : reason.replace(/^\w*Error: /, '') || `it ended with ${code}`}${through}`
}

function tellGrowth(bytes: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\rFetching Electron … ${Math.round(bytes / 1024 ** 2)} MB `)
}

export interface Download {
  /** The folder of the download. */
  readonly folder: string
  /** The folder into which the whole download is unpacked. */
  readonly unpacked: string
  /** Called with the number of bytes when there are more. */
  readonly grew?: (bytes: number) => void
}

const patience = { downloadMs: 10_000, unpackingMs: 5 * 60_000 }

/** @returns the exit code; null if the child was ended because nothing grew for too long */
export function endOfDownload(
  child: ChildProcess,
  { folder, unpacked, grew }: Download,
  limits = patience,
): Promise<number | null> {
  const unpackedBefore = sizeOf(unpacked)
  let size = -1
  let grewAt = performance.now()
  const timer = setInterval(() => {
    const unpackedNow = sizeOf(unpacked)
    const now = sizeOf(folder) + unpackedNow
    if (now !== size) {
      grewAt = performance.now()
      grew?.(now)
    }
    size = now
    // Everything has come by then, and a slow disk needs time to unpack it.
    const most = unpackedNow > unpackedBefore ? limits.unpackingMs : limits.downloadMs
    if (performance.now() - grewAt > most) child.kill('SIGKILL')
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
  !existsSync(folder)
    ? 0
    : readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
        (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      )
