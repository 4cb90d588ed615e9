// npm run desktop:verify [-- --packed] [--out FOLDER]: on a computer with a display, the desktop in the real Electron: fetches
// it, opens the built program (with --packed the program as it would be installed, whose fuses are read too) and lets it look
// at itself. Writes self-test.json and a picture of the window; ends with 1 where anything is not as it should be.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStaleDesktop } from './desktop.ts'
import { desktopChance } from './desktop-chance.ts'
import { wrongFuses } from './pack/fuses.ts'
import { tampered } from './pack/tampered.ts'
import { root } from './root.ts'
import { buildStaleScreens } from './screens.ts'

const { values } = parseArgs({ options: { packed: { type: 'boolean' }, out: { type: 'string' } } })
const out = values.out ?? join(root, '.build', 'verify')
const file = join(out, 'self-test.json')
mkdirSync(out, { recursive: true })
rmSync(file, { force: true })

const failures = values.packed ? await verifyPacked() : await verifyCheckout()
for (const failure of failures) process.stderr.write(`FAILED: ${failure}\n`)
process.stdout.write(`${file}\n${file}.png\n`)
process.exitCode = failures.length === 0 ? 0 : 1

async function verifyCheckout(): Promise<readonly string[]> {
  const chance = await desktopChance(process.env)
  if ('because' in chance) return [chance.because]
  await buildStaleScreens()
  await buildStaleDesktop()
  return selfTest(chance.binary, [root])
}

async function verifyPacked(): Promise<readonly string[]> {
  const packed = spawnSync(process.execPath, [join(root, 'build', 'package.ts'), '--dir', '--unsigned'], {
    stdio: 'inherit',
  })
  if (packed.status !== 0) return [`packing ended with ${packed.status}`]
  const program = packedProgram()
  const wrong = (await wrongFuses(program)).map((fuse) => `the fuse ${fuse} is not as it was decided`)
  return [...wrong, ...selfTest(program, []), ...refusesTampered(program)]
}

/** A program whose archive somebody changed must end before it looks at anything. */
function refusesTampered(program: string): readonly string[] {
  if (process.platform === 'linux') {
    process.stdout.write('not looked at: on Linux Electron does not check the integrity of its archive\n')
    return []
  }
  const resources = process.platform === 'darwin' ? join('..', 'Resources') : 'resources'
  const archive = join(dirname(program), resources, 'app.asar')
  const seen = join(out, 'tampered.json')
  const whole = readFileSync(archive)
  rmSync(seen, { force: true })
  writeFileSync(archive, tampered(whole))
  try {
    spawnSync(program, ['--self-test', seen], { stdio: 'inherit', timeout: 2 * 60_000 })
  } finally {
    writeFileSync(archive, whole)
  }
  return existsSync(seen) ? ['a changed archive was started'] : []
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

interface Seen {
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly seen: unknown }[]
}

function selfTest(program: string, args: readonly string[]): readonly string[] {
  const { status, signal, error } = spawnSync(program, [...args, '--self-test', file], {
    stdio: 'inherit',
    timeout: 15 * 60_000,
  })
  if (error ?? status === null) return [error?.message ?? `the program was ended by ${signal}`]
  const { checks } = JSON.parse(readFileSync(file, 'utf8')) as Seen
  for (const { name, passed, seen } of checks)
    process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name}  ${JSON.stringify(seen)}\n`)
  return checks.filter(({ passed }) => !passed).map(({ name }) => name)
}
