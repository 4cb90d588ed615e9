import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildInChild } from './child-build.ts'
import { type ProgramName, programs } from './programs.ts'
import { root } from './root.ts'
import { changedAt, isStale, openToReaders, replaceFolder } from './screens.ts'

const builds = join(root, '.build')
const place = join(builds, 'gateway')
const sign = join(place, 'gateway.js')
const sources = [
  'electron',
  'shared',
  'build/vite.gateway.config.ts',
  'build/vite.modules.ts',
  'package.json',
  'package-lock.json',
]

/**
 * The built program, which is built again if a source is newer. If the build fails, the sources: tills must be answered
 * in any case.
 */
export async function builtProgram(
  name: ProgramName,
  say: (sentence: string) => void,
  build: typeof buildStalePrograms = buildStalePrograms,
): Promise<URL> {
  try {
    await build()
    return pathToFileURL(join(place, `${name}.js`))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    say(`Resit could not be built (${reason}); it starts from its sources, which takes a little longer.`)
    return pathToFileURL(join(root, programs[name]))
  }
}

async function buildStalePrograms(): Promise<void> {
  if (!isStale(sign, sources)) return
  mkdirSync(builds, { recursive: true })
  const aside = mkdtempSync(join(builds, 'gateway-'))
  await buildInChild('gateway', aside)
  keepRecentParts(aside)
  openToReaders(aside)
  replaceFolder(aside, place, sign)
}

const weekMs = 7 * 24 * 60 * 60_000

/** A running gateway loads some parts later: the parts of the build before stay for a while. */
function keepRecentParts(aside: string): void {
  const since = Date.now() - weekMs
  const parts = existsSync(place) ? readdirSync(place) : []
  for (const name of parts.filter((each) => each.endsWith('.js')))
    if (!readdirSync(aside).includes(name) && changedAt(join(place, name)) > since)
      cpSync(join(place, name), join(aside, name), { preserveTimestamps: true })
}

if (import.meta.main) await buildStalePrograms()
