import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { buildInChild } from './child-build.ts'
import { root } from './root.ts'

const builds = join(root, '.build')
const place = join(builds, 'renderer')
const built = join(place, 'index.html')
const sources = ['renderer/**/*', 'shared/**/*', 'build/vite.config.ts', 'package-lock.json']

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isStale(): boolean {
  const builtAt = changedAt(built)
  return globSync(sources, { cwd: root }).some((file) => changedAt(join(root, file)) > builtAt)
}

/**
 * Builds the screens where a source is newer than they are (contract 1). Says so on stderr: stdout is the caller's.
 * They are built aside and take their place at once, so that a page that is open, or a second build, finds them whole.
 */
export async function buildStaleScreens(say: (sentence: string) => void = sayPlainly): Promise<void> {
  if (!isStale()) return
  const begun = performance.now()
  say('Building the screens …')
  mkdirSync(builds, { recursive: true })
  const aside = mkdtempSync(join(builds, 'renderer-'))
  await buildInChild('screens', aside)
  openToReaders(aside)
  chmodSync(builds, 0o755)
  takePlace(aside, place, built)
  say(`The screens are built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
}

/** A folder of one's own is closed to all others; the account of a service, say, serves these and is another. */
export function openToReaders(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  chmodSync(folder, 0o755)
}

/**
 * The same for a gateway that starts: it serves tills whatever becomes of its screens. Where they cannot be built, a
 * service that may not write here say, those there are go on being served.
 */
export async function tryToBuildScreens(
  say: (sentence: string) => void,
  build: typeof buildStaleScreens = buildStaleScreens,
): Promise<void> {
  try {
    await build(say)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    const rest = existsSync(built) ? 'those built earlier are shown' : 'none are shown, and tills are answered'
    say(
      `The screens cannot be built here (${reason}): ${rest}. Build them with “npm run build:screens”, as an account that may write in ${root}.`,
    )
  }
}

const sayPlainly = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

/** @param sign lies in the place once a build there is whole */
export function takePlace(aside: string, goal: string, sign: string): void {
  const before = `${aside}-before`
  if (existsSync(goal)) renameSync(goal, before)
  try {
    renameSync(aside, goal)
  } catch (cause) {
    // Another build was faster; what it made is as new as this.
    if (!existsSync(sign)) throw cause
    rmSync(aside, { recursive: true })
  }
  rmSync(before, { recursive: true, force: true })
}

if (import.meta.main) await buildStaleScreens()
