import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import { replaceFolder } from './screens.ts'

const builds = join(root, '.build')
export const desktopDir = join(builds, 'desktop')
const icon = join(root, 'build', 'icons', 'icon.png')
const sources = [
  'electron/**/*',
  'shared/**/*',
  'build/vite.desktop.config.ts',
  'build/vite.modules.ts',
  'build/threads.ts',
  'build/icons/icon.png',
  'package.json',
  'docs/*',
]

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isStale(): boolean {
  const builtAt = changedAt(join(desktopDir, 'icon.png'))
  return globSync(sources, { cwd: root }).some((file) => changedAt(join(root, file)) > builtAt)
}

/** Builds main process, preload, gateway and its threads if a source is newer. Says so on stderr. */
export async function buildStaleDesktop(): Promise<void> {
  if (!isStale()) return
  const begun = performance.now()
  process.stderr.write('Building the desktop …\n')
  const [{ build }, { singleFiles, processes }] = await Promise.all([
    import('vite'),
    import('./vite.desktop.config.ts'),
  ])
  mkdirSync(builds, { recursive: true })
  // In another folder, like the screens: a build that fails removes nothing.
  const outDir = mkdtempSync(join(builds, 'desktop-'))
  for (const part of [processes, ...singleFiles]) await build({ ...part, build: { ...part.build, outDir } })
  copyFileSync(icon, join(outDir, 'icon.png'))
  copyDocuments(join(outDir, 'documents'))
  replaceFolder(outDir, desktopDir, join(desktopDir, 'icon.png'))
  process.stderr.write(`The desktop is built (${((performance.now() - begun) / 1000).toFixed(1)} s).\n`)
}

/** The gateway serves these documents. */
function copyDocuments(to: string): void {
  cpSync(join(root, 'docs'), join(to, 'docs'), { recursive: true })
  for (const name of ['CHANGELOG.md', 'SECURITY.md'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(to, name))
}

if (import.meta.main) await buildStaleDesktop()
