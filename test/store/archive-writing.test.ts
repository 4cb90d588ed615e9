import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeArchive } from '../../electron/gateway/store/archive/archive-file.ts'
import { frameOf } from '../../electron/gateway/store/kept/frame.ts'

let place: string
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-archive-writing-'))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** @param restOf what a line tells of */
function* linesOf(count: number, restOf: (line: number) => Buffer) {
  let previous = Buffer.alloc(32)
  for (let line = 1; line <= count; line += 1) {
    const head = `{"line":${line},"event":${line},"record":${line},"at":1}`
    const rest = restOf(line)
    const { chain } = frameOf(previous, head, { plain: rest, kept: rest })
    yield { line, previous, chain, head, rest }
    previous = Buffer.from(chain)
  }
}

test('nothing lies beside the file of a month while it is written: a kill leaves that file, and the next try removes it', () => {
  const seen = new Set<string>()
  function* lines() {
    for (const each of linesOf(500, (line) => Buffer.alloc(1_000, line))) {
      yield each
      for (const name of readdirSync(place)) seen.add(name)
    }
  }
  expect(writeArchive(join(place, 'making.part'), lines())).toMatchObject({ first_line: 1, last_line: 500 })
  expect([...seen]).toEqual(['making.part'])
})

test('the file of a large month is synced four megabytes at a time: the sync of a sale waits behind no more (RD3)', () => {
  const path = join(place, 'large.part')
  const lines = linesOf(130, () => randomBytes(100_000))
  expect(writeArchive(path, lines)).toMatchObject({ first_line: 1, last_line: 130 })
  // SQLite counts there how often something was committed: the mark of ours, three times four megabytes, the rest.
  expect(readFileSync(path).readUInt32BE(24)).toBe(5)
})
