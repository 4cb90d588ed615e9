import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/fences.ts'

/** A piece of code in a document, as its fence tells of it. */
export interface Block {
  /** From the project's root. */
  readonly file: string
  readonly line: number
  readonly language: string
  /** Marked as one that works as it stands. */
  readonly isRun: boolean
  readonly code: string
}

export const documents: readonly string[] = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()

const fence = /^```(\w*)( run)?\n([\s\S]*?)^```$/gm

export function blocksIn(file: string): readonly Block[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(fence)].map(({ index, 1: language = '', 2: run, 3: code = '' }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    language,
    isRun: run !== undefined,
    code,
  }))
}
