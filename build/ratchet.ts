// npm run ratchet: how large the source is may only fall. With --lower it writes smaller figures down.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './root.ts'

export interface Figures {
  /** Of the source, without tables of words and lists of codes. */
  readonly lines: number
  /** That are read to follow a sale from its handler to SQL. */
  readonly files_of_a_sale: number
}

const recorded = fileURLToPath(new URL('ratchet.json', import.meta.url))
const isTable = (path: string) => /\/(words|lists|i18n)\//.test(path)

/** Where a sale comes by: its handler, the port of the store, what groups commits, and what runs SQL. */
const waySteps = [
  'electron/gateway/features/submissions/submit.ts',
  'electron/gateway/store/port-over.ts',
  'electron/gateway/store/group-commit.ts',
  'electron/gateway/store/engines/sqlite.ts',
  'electron/gateway/store/tables/record-writes.ts',
]

function linesOf(): number {
  const paths = globSync('{electron,shared,renderer}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !isTable(path))
  return paths.reduce((sum, path) => sum + readFileSync(join(root, path), 'utf8').split('\n').length - 1, 0)
}

/** Files that come along when these are loaded: what is imported for its types alone does not. */
export function filesBehind(paths: readonly string[], under = root): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...paths]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || isTable(path)) continue
    if (!existsSync(join(under, path)))
      throw new Error(`${path} is gone: name in build/ratchet.ts what came in its place`)
    found.add(path)
    open.push(...importsOf(readFileSync(join(under, path), 'utf8')).map((each) => join(dirname(path), each)))
  }
  return found
}

function importsOf(source: string): readonly string[] {
  const found = source.matchAll(/^(?:import|export) (?!type )([^'"]*?)(?: from )?'(\.[^']+)'/gms)
  return [...found].flatMap(([, names = '', path = '']) => (isOfTypesAlone(names) ? [] : [path]))
}

function isOfTypesAlone(names: string): boolean {
  const list = /^\{(.*)\}$/s.exec(names.trim())?.[1]
  return list?.split(',').every((name) => /^\s*(type .*)?$/s.test(name)) ?? false
}

/** What is wrong with the figures of now, one sentence each. */
export const risen = (now: Figures, before: Figures): readonly string[] =>
  (['lines', 'files_of_a_sale'] as const)
    .filter((name) => now[name] > before[name])
    .map((name) => `${name} rose from ${before[name]} to ${now[name]}. Take as much away as you add.`)

if (import.meta.main) {
  const now: Figures = { lines: linesOf(), files_of_a_sale: filesBehind(waySteps).size }
  const before = JSON.parse(readFileSync(recorded, 'utf8')) as Figures
  const faults = risen(now, before)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
  console.log(
    `lines ${now.lines} of ${before.lines}, files of a sale ${now.files_of_a_sale} of ${before.files_of_a_sale}`,
  )
  if (faults.length === 0 && process.argv.includes('--lower'))
    writeFileSync(recorded, `${JSON.stringify(now, null, 2)}\n`)
}
