// npm run desktop:verify [-- --packed]: tries the desktop in the real Electron, on a computer with a display. Electron is fetched
// if it is missing. Without --packed, Playwright drives the built program (test/desktop/real-binary.test.ts). The packed program
// cannot be driven: its fuses are read, and it is tried from outside.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { desktopAt, until } from './desktop-from-outside.ts'
import { findElectron } from './find-electron.ts'
import { wrongFuses } from './pack/fuses.ts'
import { tampered } from './pack/tampered.ts'
import { root } from './root.ts'

const place = join(root, '.build', 'verify')
const dataDir = join(place, 'data')
const opened = join(place, 'opened')
const withinMs = 2 * 60_000

try {
  if (process.argv.includes('--packed')) await verifyPacked()
  else await verifyCheckout()
} catch (cause) {
  process.stderr.write(`The desktop was not verified: ${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
}

async function verifyCheckout(): Promise<void> {
  const found = await findElectron(process.env)
  if ('because' in found) throw new Error(found.because)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', '--config', 'build/vitest.config.ts', '--project', 'desktop', 'test/desktop/real-binary.test.ts']
  const env = { ...process.env, REQUIRE_ELECTRON: '1' }
  process.exitCode = spawnSync(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1
}

async function verifyPacked(): Promise<void> {
  const packed = spawnSync(process.execPath, [join(root, 'build', 'package.ts'), '--dir', '--unsigned'], {
    stdio: 'inherit',
  })
  if (packed.status !== 0) throw new Error('the program was not packed, so it was not started; why stands above')
  const program = packedProgram()
  const wrong = await wrongFuses(program)
  if (wrong.length > 0) throw new Error(`these fuses are not as they were decided: ${wrong.join(', ')}`)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  await worksFromOutside(program)
  await refusesTampered(program)
}

/** Documents are signed: Electron's crypto is BoringSSL, and all other tests use OpenSSL. */
const env = { ...process.env, RESIT_OPENED: opened, RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1' }
const args = ['--data-dir', dataDir, '--port', '0', `--user-data-dir=${join(place, 'desktop')}`]

async function worksFromOutside(program: string): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit', env })
  const ended = once(child, 'exit')
  const { version, sell, backUp } = desktopAt(dataDir)
  await until('the window is painted', () => existsSync(opened), withinMs)
  await until('the gateway answers', async () => (await version()) !== '', withinMs)
  await until('a signed document is valid', async () => (await sell()) === 'Valid', withinMs)
  await until('a thread from outside the archive copies the database', () => backUp(join(place, 'copy.db')), withinMs)
  if (spawnSync(program, args, { stdio: 'inherit', env, timeout: withinMs }).status !== 0)
    throw new Error('a second start did not end by itself')
  child.kill()
  await ended
}

/** A program with a changed archive must end before it opens a window. */
async function refusesTampered(program: string): Promise<void> {
  if (process.platform === 'linux')
    return void process.stdout.write('not tried: on Linux, Electron does not check the integrity of its archive\n')
  const resources = process.platform === 'darwin' ? join('..', 'Resources') : 'resources'
  const archive = join(dirname(program), resources, 'app.asar')
  const whole = readFileSync(archive)
  rmSync(opened)
  writeFileSync(archive, tampered(whole))
  try {
    spawnSync(program, args, { stdio: 'inherit', env, timeout: withinMs })
  } finally {
    writeFileSync(archive, whole)
  }
  if (existsSync(opened)) throw new Error('a changed archive was started')
}

function packedProgram(): string {
  const arch = process.arch === 'arm64' ? '-arm64' : ''
  const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    win32: [`win${arch}-unpacked`, 'Resit.exe'],
    darwin: [`mac${arch}`, 'Resit.app', 'Contents', 'MacOS', 'Resit'],
    linux: [`linux${arch}-unpacked`, 'resit'],
  }
  return join(root, 'dist', ...(places[process.platform] ?? []))
}
