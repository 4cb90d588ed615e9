import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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

test('nothing lies beside the file of a month while it is written: a kill leaves that file, and the next try removes it', () => {
  const seen = new Set<string>()
  function* lines() {
    let previous = Buffer.alloc(32)
    for (let line = 1; line <= 500; line += 1) {
      const head = `{"line":${line},"event":${line},"record":${line},"at":1}`
      const rest = Buffer.alloc(1_000, line)
      const { chain } = frameOf(previous, head, { plain: rest, kept: rest })
      yield { line, previous, chain, head, rest }
      for (const name of readdirSync(place)) seen.add(name)
      previous = Buffer.from(chain)
    }
  }
  expect(writeArchive(join(place, 'making.part'), lines())).toMatchObject({ first_line: 1, last_line: 500 })
  expect([...seen]).toEqual(['making.part'])
})
