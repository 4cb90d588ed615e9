import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesIn } from '../../../electron/gateway/installation/data-dir.ts'
import { keptLines } from '../../../electron/gateway/installation/journal-at-rest.ts'
import { headerOf, pathOf } from '../../../electron/gateway/store/journal/files.ts'
import { type Frame, frameOf, origin } from '../../../electron/gateway/store/kept/frame.ts'

let folder: string
let frames: readonly Frame[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resit-kept-lines-'))
  mkdirSync(filesIn(folder).journal)
  const chained: Frame[] = []
  for (let line = 1; line <= 4; line += 1)
    chained.push(frameOf(chained.at(-1)?.chain ?? origin, JSON.stringify({ line }), null))
  frames = chained
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (number: number): string => pathOf(filesIn(folder).journal, number)
const first = headerOf({ file: 1, line: 0, chain: origin })
const bytesOf = (...lines: readonly number[]): Buffer =>
  Buffer.concat(lines.map((line) => frames[line - 1]?.bytes ?? Buffer.alloc(0)))

/** @param meanwhile what comes while whoever reads waits for a line that is not there yet */
function linesRead(meanwhile: () => void) {
  const lines: number[] = []
  const reading = keptLines({ dataDir: filesIn(folder), journalDir: null }, meanwhile)
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return { lines, isWhole: step.value }
    lines.push(step.value.line)
  }
}

/** @returns a writer that gets on by so many bytes each time, as one looks to others within a single write */
function writing(path: string, bytes: Buffer, atOnce: number): () => void {
  let written = 0
  return () => {
    appendFileSync(path, bytes.subarray(written, written + atOnce))
    written += atOnce
  }
}

describe('a journal that is written to while it is read', () => {
  test('has no damage where its last line is just being written', () => {
    const line = bytesOf(2)
    writeFileSync(file(1), Buffer.concat([first, bytesOf(1), line.subarray(0, 3)]))
    expect(linesRead(writing(file(1), line.subarray(3), 8))).toEqual({ lines: [1, 2], isWhole: true })
  })

  test('nor where several are written at once, and others after them', () => {
    const lines = bytesOf(2, 3, 4)
    writeFileSync(file(1), Buffer.concat([first, bytesOf(1), lines.subarray(0, 3)]))
    const atOnce = bytesOf(2).length + 1
    expect(linesRead(writing(file(1), lines.subarray(3), atOnce))).toMatchObject({ isWhole: true })
  })

  test('nor where a new file has nothing in it yet', () => {
    writeFileSync(file(1), Buffer.concat([first, bytesOf(1, 2)]))
    writeFileSync(file(2), '')
    const chain = frames[1]?.chain ?? origin
    const second = Buffer.concat([headerOf({ file: 2, line: 2, chain }), bytesOf(3)])
    expect(linesRead(writing(file(2), second, second.length))).toEqual({ lines: [1, 2, 3], isWhole: true })
  })

  test('has some where nobody writes what is missing', () => {
    writeFileSync(file(1), Buffer.concat([first, bytesOf(1), bytesOf(2).subarray(0, -1)]))
    let looks = 0
    const read = linesRead(() => {
      looks += 1
    })
    expect(read).toEqual({ lines: [1], isWhole: false })
    expect(looks).toBeGreaterThan(1)
  })

  test('and where a line in the middle is not what was written, others come or not', () => {
    const changed = bytesOf(2)
    changed[changed.length - 1] = 0
    writeFileSync(file(1), Buffer.concat([first, bytesOf(1), changed]))
    expect(linesRead(writing(file(1), bytesOf(3, 4), 40))).toEqual({ lines: [1], isWhole: false })
  })
})
