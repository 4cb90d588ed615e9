import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../build/root.ts'
import { areas, entryIds, faults } from '../faults/catalogue/entries.ts'
import { documents } from './blocks.ts'
import { citationsIn, cited, citing, placesIn, textOf } from './citations.ts'

const letters = Object.keys(areas)
const places = new Map(
  [...Object.values(cited), 'docs/faults.md'].map((document) => [document, placesIn(textOf(document))]),
)
const leadsNowhere = (text: string) =>
  citationsIn(text, letters)
    .filter(({ document, place }) => !places.get(document)?.has(place))
    .map(({ document, place }) => `${document} ${place}`)

describe('what a comment, a title or a document cites', () => {
  const others = citing.filter(({ path }) => !path.startsWith('test/docs/citations'))

  test('stands in docs/', () => {
    const wrong = others.flatMap(({ path, text }) => leadsNowhere(text).map((each) => `${path}: ${each}`))
    expect(wrong).toEqual([])
    expect(others.flatMap(({ text }) => citationsIn(text, letters)).length).toBeGreaterThan(500)
  })

  test('is found wherever it stands, also over two lines, and where it leads nowhere that is seen', () => {
    const text = `/** Why (contract 99, myinvois 2, E77; 6.9): as the
      * interface 3 and 88 ask, and reliability ST66; see (reliability
      * 4.9, myinvois 7 steps 1 to 7). */
      a disk (ST6, QR98) that is full // (FF00) is a colour`
    expect(leadsNowhere(text)).toEqual([
      'docs/contract.md 99',
      'docs/authority.md E77',
      'docs/authority.md 6.9',
      'docs/interface.md 88',
      'docs/faults.md ST66',
      'docs/reliability.md 4.9',
      'docs/faults.md QR98',
    ])
  })

  test('is told by its heading, or by the first cell of a row', () => {
    expect([...placesIn('# A\n## 2. B\n### 2.3 C\n### E9. D\n| ST6 | e |\n| F | g |')]).toEqual([
      '2',
      '2.3',
      'E9',
      'ST6',
    ])
  })
})

describe('a file that a document names by its path', () => {
  const rooted = /(?<![\w./-])(?:electron|shared|renderer|test|build|docs|clients|examples)\/[\w/.-]*\w\.[a-z]\w*/g
  const missing = (text: string) =>
    [...text.matchAll(rooted)].map(([name]) => name).filter((name) => !existsSync(join(root, name)))

  test('is there', () => {
    // NNNN stands for a number that is not given yet.
    const wrong = documents.flatMap((path) => missing(textOf(path)).map((name) => `${path}: ${name}`))
    expect(wrong.filter((each) => !each.includes('NNNN'))).toEqual([])
  })

  test('is missed where it is not', () => {
    expect(missing('See `test/a.ts` and [b](docs/contract.md#c).')).toEqual(['test/a.ts'])
  })
})

test('docs/faults.md has every fault that the tests may name, in the same words', () => {
  const rows = [...textOf('docs/faults.md').matchAll(/^\| ([A-Z]{2}\d+) \| (.+) \|$/gm)].map(([, id, what]) => [
    id,
    what,
  ])
  expect(rows).toEqual(entryIds.map((id) => [id, faults[id]]))
  const headings = [...textOf('docs/faults.md').matchAll(/^## (\w\w): (.+)$/gm)].map(([, area, what]) => [area, what])
  expect(headings).toEqual(Object.entries(areas))
})
