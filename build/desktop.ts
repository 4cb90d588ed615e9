import { copyFileSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fences.ts'

export const desktopDir = join(root, '.build', 'desktop')
const icon = join(root, 'build', 'icons', 'icon.png')
const sources = ['electron/**/*', 'shared/**/*', 'build/vite.desktop.config.ts', 'build/icons/icon.png', 'package.json']

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isStale(): boolean {
  // Written last, so that a build that broke off is stale.
  const builtAt = changedAt(join(desktopDir, 'icon.png'))
  return globSync(sources, { cwd: root }).some((file) => changedAt(join(root, file)) > builtAt)
}

/** Builds main process, preload and gateway where a source is newer than they are. Says so on stderr. */
export async function buildStaleDesktop(): Promise<void> {
  if (!isStale()) return
  const begun = performance.now()
  process.stderr.write('Building the desktop …\n')
  const [{ build }, { preload, processes }] = await Promise.all([import('vite'), import('./vite.desktop.config.ts')])
  await build(processes)
  await build(preload)
  copyFileSync(icon, join(desktopDir, 'icon.png'))
  process.stderr.write(`The desktop is built (${((performance.now() - begun) / 1000).toFixed(1)} s).\n`)
}

if (import.meta.main) await buildStaleDesktop()
