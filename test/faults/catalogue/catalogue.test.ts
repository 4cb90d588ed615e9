import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../../build/root.ts'
import { areaOf, entryIds } from './entries.ts'
import { goal } from './goal.ts'
import { notYet } from './not-yet.ts'
import { countAutomated, findGaps, render, unknownIds } from './table.ts'
import { readTitle, readTitles, titlesIn } from './titles.ts'

const titles = readTitles()

describe('the catalogue of faults', () => {
  test('knows every id that a title bears', () => {
    expect(unknownIds(titles)).toEqual([])
  })

  test('is written as the titles are: `npm run catalogue` writes it anew', () => {
    const written = readFileSync(join(root, 'test/faults/CATALOGUE.md'), 'utf8')
    expect(written.split('\n')).toEqual(render(titles).split('\n'))
  })

  test('has a test or a reason for every row, and tests enough', () => {
    const { automated, entries } = countAutomated(titles)
    console.log(`${automated} of ${entries} faults of ${goal.areas.join(', ')} are shown by a test`)
    expect(automated).toBeGreaterThanOrEqual(goal.leastAutomated)
    expect(findGaps(titles)).toEqual([])
  })
})

test('what no test shows of the security of this computer, of its screens and its secrets, is told to whoever relies on it', () => {
  const told = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  const untested = entryIds.filter((id) => ['LO', 'SE', 'SU', 'UI'].includes(areaOf(id)) && notYet[id])
  expect(untested.filter((id) => !told.includes(`(${id})`))).toEqual([])
  const named = [...told.matchAll(/\(((?:LO|SE|SU|UI)\d+)\)/g)].map(([, id]) => id)
  expect(named.filter((id) => !untested.some((each) => each === id))).toEqual([])
})

describe('a title', () => {
  test('ends in the ids of what it shows, and in nothing else in brackets', () => {
    expect(readTitle('a disk that is full (ST6, ST7)')).toEqual({ text: 'a disk that is full', ids: ['ST6', 'ST7'] })
    for (const title of ['void (contract 7)', '(ST6)', 'a disk (ST6) that is full', 'a disk (ST6,ST7)'])
      expect(readTitle(title), title).toBeNull()
  })

  test('is found in a source however it is quoted, and not outside of quotes', () => {
    const quoted = ["test('one’s (ST1)', f)", 'test("two (PR1, PR2)", f)', 'test(`three ${n} (QR3)`, f) // not (UP1)']
    expect(titlesIn('a.ts', quoted.join('\n')).map(({ text, ids }) => [text, ids])).toEqual([
      ['one’s', ['ST1']],
      ['two', ['PR1', 'PR2']],
      ['three ${n}', ['QR3']],
    ])
  })

  test('whose id is in no row is found', () => {
    expect(unknownIds([{ file: 'a.ts', text: 'a disk', ids: ['ST6', 'ST66'] }])).toEqual(['ST66: a.ts: a disk'])
  })
})

test('the document names each test of a fault where it stands, so that it can be found again', () => {
  const rows = render([{ file: 'test/a.test.ts', text: 'a | disk of %s', ids: ['ST6'] }]).split('\n')
  expect(rows).toContain(String.raw`| ST6 | disk full | test/a.test.ts “a \| disk of %s” |`)
  expect(rows).toContainEqual(expect.stringMatching(/^\| ST5 \| .* \| not automated: /))
})
