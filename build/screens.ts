import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { buildInChild } from './child-build.ts'
import { root } from './root.ts'

const builds = join(root, '.build')
const place = join(builds, 'renderer')
const built = join(place, 'index.html')
const sources = ['renderer', 'shared', 'build/vite.config.ts', 'package-lock.json']

export const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** @param from files, and folders with all that they hold. No globs: their matcher would stay in the gateway's memory. */
export function isStale(sign: string, from: readonly string[]): boolean {
  const builtAt = changedAt(sign)
  const isNewer = (file: string) => changedAt(join(root, file)) > builtAt
  const within = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return from.some((each) => (extname(each) ? isNewer(each) : within(each).some((name) => isNewer(join(each, name)))))
}

/**
 * Builds the screens if a source is newer (contract 1). Says so on stderr: stdout is the caller's. They are built in another
 * folder, which then replaces the old one: an open page, or a second build, finds whole screens.
 */
export async function buildStaleScreens(say: (sentence: string) => void = sayPlainly): Promise<void> {
  if (!isStale(built, sources)) return
  const begun = performance.now()
  say('Building the screens …')
  mkdirSync(builds, { recursive: true })
  const aside = mkdtempSync(join(builds, 'renderer-'))
  await buildInChild('screens', aside)
  openToReaders(aside)
  chmodSync(builds, 0o755)
  replaceFolder(aside, place, built)
  say(`The screens are built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
}

/** A temporary folder is closed to other accounts, and the account of a service must read these files. */
export function openToReaders(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  chmodSync(folder, 0o755)
}

/**
 * The same for a gateway that starts, which serves tills in any case. If the screens cannot be built, because a service may
 * not write here, for example, the gateway goes on with the old ones.
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

/** @param sign a file that only a whole build has */
export function replaceFolder(aside: string, goal: string, sign: string): void {
  const before = `${aside}-before`
  if (existsSync(goal)) renameSync(goal, before)
  try {
    renameSync(aside, goal)
  } catch (cause) {
    // Another build was faster, and is as new as this one.
    if (!existsSync(sign)) throw cause
    rmSync(aside, { recursive: true })
  }
  rmSync(before, { recursive: true, force: true })
}

if (import.meta.main) await buildStaleScreens()
