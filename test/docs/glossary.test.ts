import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../build/root.ts'

const page = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8')
const rows = [...page.matchAll(/^\| ([^|]+?) \| (.+?) \|$/gm)].slice(1).map(([, word = '']) => word)
const words = rows.flatMap((row) => row.split(', '))

/** Terms that have another name in the code. */
const inCode: Readonly<Record<string, string>> = {
  'data directory': 'DataDir',
  'in doubt': 'inDoubt',
  'look-up': 'lookUp',
  'business key': 'businessKey',
  'document number': 'documentNumber',
  'practice mode': 'practice',
  'head code': 'First 8 characters of the last line’s chain',
}

const code = globSync('{shared,electron/gateway}/**/*.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

test('the glossary fits on a page, and tells each word once, in the order of the alphabet', () => {
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows).toEqual([...new Set(rows)].toSorted((one, other) => one.localeCompare(other, 'en')))
  expect(words).toEqual([...new Set(words)])
})

test.each(words)('what the glossary calls %s is called so in the code', (word) => {
  expect(code.toLowerCase()).toContain((inCode[word] ?? word).toLowerCase())
})
