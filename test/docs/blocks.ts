import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, walkTokens } from 'marked'
import { root } from '../../build/root.ts'

/** A code block of a document. */
export interface Block {
  /** From the project's root. */
  readonly file: string
  readonly line: number
  readonly language: string
  /** The info string after the fence: the language, and how the block is tested. */
  readonly mark: string
  /** Whether it is run unchanged. */
  readonly isRun: boolean
  readonly code: string
}

export const documents: readonly string[] = globSync(['*.md', '{docs,clients,examples}/**/*.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()

const fence = /^ *```([^\n`]*)\n([\s\S]*?)^ *```$/gm

export function blocksIn(file: string): readonly Block[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(fence)].map(({ index, 1: mark = '', 2: code = '' }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    language: mark.split(' ')[0] ?? '',
    mark,
    isRun: mark.endsWith(' run'),
    code,
  }))
}

/** The number of code blocks that a Markdown parser finds, also in lists and without fences. */
export function codesIn(file: string): number {
  let found = 0
  void walkTokens(lexer(readFileSync(join(root, file), 'utf8')), ({ type }) => {
    if (type === 'code') found += 1
  })
  return found
}
