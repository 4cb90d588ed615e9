import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../../build/fences.ts'
import { entryIds } from './entries.ts'
import { goal } from './goal.ts'
import { countAutomated, findGaps, namedIn, nameOf, render, showing, unknownIds } from './table.ts'
import { isMadeBy, readTitle, readTitles, titlesIn } from './titles.ts'

const source = join(root, '../shared/reliability.md')
const isHere = existsSync(source)
if (!isHere)
  console.warn('SKIPPED: the catalogue of reliability is not beside this clone, so its ids are not compared with ours')

const titles = readTitles()

describe('the catalogue of faults', () => {
  test.runIf(isHere)('has the rows of the one it was made after', () => {
    const rows = readFileSync(source, 'utf8').matchAll(/^\| ((?:ST|PR|UP|QR|IN|LO|UI|SU|AU)\d+) \|/gm)
    expect(entryIds).toEqual([...rows].map(([, id]) => id))
  })

  test('knows every id that a title bears', () => {
    expect(unknownIds(titles)).toEqual([])
  })

  test('as it was last written names tests that are there', () => {
    const written = readFileSync(join(root, 'test/faults/CATALOGUE.md'), 'utf8')
    const names = namedIn(written)
    expect(names.length).toBeGreaterThan(20)
    const there = new Set(titles.map(nameOf))
    expect(names.filter((name) => !there.has(name))).toEqual([])
  })

  test('has a test or a reason for every row, and tests enough', () => {
    const { automated, entries } = countAutomated(titles)
    console.log(`${automated} of ${entries} faults of ${goal.areas.join(', ')} are shown by a test`)
    expect(automated).toBeGreaterThanOrEqual(goal.leastAutomated)
    expect(findGaps(titles)).toEqual([])
  })
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

  test('of a table stands for what its rows make of it', () => {
    const title = { file: 'a.ts', text: 'at %s, or $name.first, a [void] is ${n}', ids: [] }
    expect(isMadeBy(title, 'at 12, or Aini, a [void] is 3')).toBe(true)
    expect(isMadeBy(title, 'at 12, or Aini, a void is 3')).toBe(false)
  })

  test('whose id is in no row is found', () => {
    expect(unknownIds([{ file: 'a.ts', text: 'a disk', ids: ['ST6', 'ST66'] }])).toEqual(['ST66: a.ts: a disk'])
  })
})

describe('the document', () => {
  const title = { file: 'test/a.test.ts', text: 'a | disk of %s', ids: ['ST6'] }
  const ran = (text: string, state: 'passed' | 'failed' | 'skipped') => ({ text, ids: ['ST6'], state })
  const kept = (...results: ReturnType<typeof ran>[]) => [{ file: 'test/a.test.ts', results }]

  test('says of a table of tests what the worst of them came to', () => {
    const endings = (...results: ReturnType<typeof ran>[]) =>
      showing([title], kept(...results))
        .get('ST6')
        ?.map(({ ending }) => ending)
    expect(endings(ran('a | disk of one', 'passed'), ran('a | disk of two', 'failed'))).toEqual(['failed'])
    expect(endings(ran('a | disk of one', 'skipped'))).toEqual(['skipped'])
    expect(endings(ran('another', 'passed'))).toEqual(['not run'])
  })

  test('finds the results of a suite that stands in one file and runs in another', () => {
    const suite = { ...title, file: 'test/contract/a.ts' }
    const [shown] = showing([suite], kept(ran('a | disk of one', 'passed'))).get('ST6') ?? []
    expect(shown?.ending).toBe('passed')
  })

  test('names its tests so that they can be found again', () => {
    expect(namedIn(render([title], kept(ran('a | disk of one', 'passed'))))).toEqual([nameOf(title)])
  })
})
