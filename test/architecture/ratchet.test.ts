import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBehind, risen } from '../../build/ratchet.ts'

test('the source may become smaller and not larger', () => {
  const before = { lines: 100, files_of_a_sale: 10, vague_words: 5 }
  expect(risen(before, before)).toEqual([])
  expect(risen({ lines: 99, files_of_a_sale: 9, vague_words: 4 }, before)).toEqual([])
  for (const [name, more] of [
    ['lines', 101],
    ['files_of_a_sale', 11],
    ['vague_words', 6],
  ] as const)
    expect(risen({ ...before, [name]: more }, before)).toEqual([expect.stringContaining(`to ${more}`)])
})

test('what is loaded with a file counts, and what is imported for its types alone does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'resit-ratchet-'))
  const write = (path: string, source: string) => writeFileSync(join(folder, path), source)
  try {
    mkdirSync(join(folder, 'in'))
    write(
      'a.ts',
      "import type { T } from './types.ts'\nimport { type U } from './types.ts'\nimport {\n  b,\n  type B,\n} from './in/b.ts'\n",
    )
    write('in/b.ts', "export * from '../c.ts'\nimport { join } from 'node:path'\n")
    write('c.ts', "import './d.ts'\nimport { a } from './a.ts'\n")
    write('d.ts', '')
    expect([...filesBehind(['a.ts'], folder)].toSorted()).toEqual(['a.ts', 'c.ts', 'd.ts', 'in/b.ts'])
    expect(() => filesBehind(['gone.ts'], folder)).toThrow('gone.ts is gone')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
