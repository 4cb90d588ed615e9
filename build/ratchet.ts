// npm run ratchet: the size of the source and its number of vague words may only fall. With --lower it records smaller figures.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './root.ts'

export interface Figures {
  /** Lines of the source, without tables of words and lists of codes. */
  readonly lines: number
  /** Files that a reader needs to follow a sale from its handler to SQL. */
  readonly files_of_a_sale: number
  /** Words in sources and documents that hide the subject of a sentence. */
  readonly vague_words: number
}

/** The source need not become smaller than this. It was 64,000 before alerts outside, mapped codes and totals of tills came. */
const linesEnough = 65_999

const figureNames = ['lines', 'files_of_a_sale', 'vague_words'] as const
const vagueWord = /\b(whoever|nobody|somebody|everybody|whatever|anew|of its own accord|what is to be)\b/gi

const recorded = fileURLToPath(new URL('ratchet.json', import.meta.url))
const isTable = (path: string) => /\/(words|lists|i18n)\//.test(path)

/** The way of a sale: its handler, the port of the store, the group commit, and SQL. */
const waySteps = [
  'electron/gateway/features/submissions/submit.ts',
  'electron/gateway/store/wrap-store.ts',
  'electron/gateway/store/group-commit.ts',
  'electron/gateway/store/engines/sqlite.ts',
  'electron/gateway/store/tables/record-writes.ts',
]

const sources = () =>
  globSync('{electron,shared,renderer}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !isTable(path))
const documents = () => globSync(['{docs,clients,examples}/**/*.md', '*.md'], { cwd: root })

/** @returns the number of matches in all of these files */
const countOf = (paths: readonly string[], part: RegExp): number =>
  paths.reduce((sum, path) => sum + (readFileSync(join(root, path), 'utf8').match(part)?.length ?? 0), 0)

/** Files that these load. Imports of types do not count. */
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

/** @returns one sentence for each figure that is too large */
export const risen = (now: Figures, before: Figures): readonly string[] =>
  figureNames
    .filter((name) => now[name] > before[name])
    .map((name) => `${name} rose from ${before[name]} to ${now[name]}. Take as much away as you add.`)

if (import.meta.main) {
  const now: Figures = {
    lines: countOf(sources(), /\n/g),
    files_of_a_sale: filesBehind(waySteps).size,
    vague_words: countOf([...sources(), ...documents()], vagueWord),
  }
  const before = JSON.parse(readFileSync(recorded, 'utf8')) as Figures
  const faults = risen(now, before)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
  console.log(figureNames.map((name) => `${name} ${now[name]} of ${before[name]}`).join(', '))
  if (faults.length === 0 && process.argv.includes('--lower'))
    writeFileSync(recorded, `${JSON.stringify({ ...now, lines: Math.max(now.lines, linesEnough) }, null, 2)}\n`)
}
