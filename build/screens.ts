import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fences.ts'

const built = join(root, '.build', 'renderer', 'index.html')
const sources = ['renderer/**/*', 'shared/**/*', 'build/vite.config.ts', 'package-lock.json']

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isStale(): boolean {
  const builtAt = changedAt(built)
  return globSync(sources, { cwd: root }).some((file) => changedAt(join(root, file)) > builtAt)
}

/** Builds the screens where a source is newer than they are (contract 1). Says so on stderr: stdout is the caller's. */
export async function buildStaleScreens(): Promise<void> {
  if (!isStale()) return
  const begun = performance.now()
  process.stderr.write('Building the screens …\n')
  const { build } = await import('vite')
  await build({ configFile: join(root, 'build', 'vite.config.ts'), logLevel: 'error' })
  process.stderr.write(`The screens are built (${((performance.now() - begun) / 1000).toFixed(1)} s).\n`)
}
