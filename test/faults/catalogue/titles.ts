import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/root.ts'

/** The title of a test that ends in IDs of faults. */
export interface BoundTitle {
  /** From the project's root, with slashes. */
  readonly file: string
  /** The title without its IDs, with the placeholders of a table. */
  readonly text: string
  readonly ids: readonly string[]
}

/** The end of a title: `… (ST6)` or `… (UP3, UP4)`. */
const bracket = String.raw`\(([A-Z]{2}\d{1,2}(?:, [A-Z]{2}\d{1,2})*)\)`
const endOfTitle = new RegExp(String.raw`^(.*\S) ${bracket}$`, 's')
/** A string of source code with such an end, in any quotation marks. */
const boundText = new RegExp(String.raw`(['"\`])((?:\\.|(?!\1)[^\\])*?\S ${bracket})\1`, 'g')

/** A title's IDs and the rest of it; null if it has none. */
export function readTitle(title: string): { readonly text: string; readonly ids: readonly string[] } | null {
  const [, text, ids] = endOfTitle.exec(title) ?? []
  return text === undefined || ids === undefined ? null : { text, ids: ids.split(', ') }
}

/** The titles in a source that name faults. */
export const titlesIn = (file: string, source: string): readonly BoundTitle[] =>
  [...source.matchAll(boundText)].flatMap(([, , literal = '']) => {
    const read = readTitle(literal.replace(/\\(.)/g, '$1'))
    return read ? [{ file, ...read }] : []
  })

/** All titles of this project's tests that name faults. */
export function readTitles(): readonly BoundTitle[] {
  const files = globSync('test/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('test/faults/catalogue/'))
    .toSorted()
  return files.flatMap((file) => titlesIn(file, readFileSync(join(root, file), 'utf8')))
}
