import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { firstPlace, type Place } from '../../../electron/gateway/store/journal/files.ts'
import { walk } from '../../../electron/gateway/store/journal/walk.ts'
import { JournalWriter } from '../../../electron/gateway/store/journal/writer.ts'
import {
  type Frame,
  frameAt,
  frameOf,
  headAt,
  origin,
  prefixBytes,
} from '../../../electron/gateway/store/kept/frame.ts'
import { actFrame, eventFrame, lineOf } from '../../../electron/gateway/store/kept/line.ts'
import { packed } from '../../../electron/gateway/store/kept/packed.ts'
import { freshFile } from '../../support/database-file.ts'

/** Lines that follow from each other. */
function chained(texts: readonly string[]): Frame[] {
  const frames: Frame[] = []
  for (const [at, text] of texts.entries())
    frames.push(
      actFrame(frames.at(-1)?.chain ?? origin, {
        line: at + 1,
        seq: at + 1,
        at,
        by: text,
        type: 'something',
        facts: JSON.stringify({ text }),
        subject: null,
      }),
    )
  return frames
}

describe('a line', () => {
  test.each([1, 2])('of bytes that are kept as they came is not taken for packed where they begin with %i', (first) => {
    const plain = Buffer.from([first, 0x7b, 0x7d])
    const frame = frameOf(origin, '{}', { plain, kept: plain })
    expect(frameAt(frame.bytes, 0)).toMatchObject({ chain: frame.chain, rest: plain })
  })

  test.prop([fc.string({ unit: 'grapheme' }), fc.uint8Array(), fc.uint8Array()])(
    'comes back as it was written, byte for byte',
    (by, body, document) => {
      const attempt = {
        id: 'a',
        batch_id: 'b',
        revision: 1,
        sha256: 'f',
        document_time: 1,
        claimed_at: 2,
        send_deadline: 3,
        document: packed(document, 'document'),
      }
      const cells = {
        line: 7,
        seq: 5,
        record_seq: 3,
        version: 2,
        at: 9,
        type: 'revised',
        by,
        facts: '{"a":1}',
        revision: 2,
      }
      const beside = { body: packed(body, 'body'), day: '2026-11-20', originals: [1, 2], attempt, outcome: null }
      const frame = eventFrame(origin, { ...cells, ...beside })
      const read = frameAt(frame.bytes, 0)
      if (!read) throw new Error('unreadable')
      expect(read.chain).toEqual(frame.chain)
      expect(read.previous).toEqual(origin)
      expect(lineOf(read)).toMatchObject({
        kind: 'event',
        line: 7,
        seq: 5,
        record: 3,
        by,
        event: { a: 1, type: 'revised', at: 9 },
        originals: [1, 2],
      })
      const line = lineOf(read)
      if (line.kind !== 'event') throw new Error('no event')
      expect(Buffer.from(line.body ?? [])).toEqual(Buffer.from(body))
      expect(Buffer.from(line.attempt?.document ?? [])).toEqual(Buffer.from(document))
    },
  )

  test('that is cut anywhere, or with any byte of it flipped, is not taken for one', () => {
    const { bytes, chain } = frameOf(origin, '{"line":1}', packed(Buffer.from('{"a":"b"}'), 'body'))
    for (let length = 0; length < bytes.length; length += 1) expect(frameAt(bytes.subarray(0, length), 0)).toBeNull()
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 0x10
      expect(frameAt(flipped, 0), `byte ${at}`).toBeNull()
    }
    expect(frameAt(bytes, 0)?.chain).toEqual(chain)
  })

  test.each([3, 123, 255])(
    'whose rest is packed in a way of number %i, which is not known, is not taken for one',
    (number) => {
      const { bytes } = frameOf(origin, '{"line":1}', packed(Buffer.from('{"a":"b"}'), 'body'))
      bytes.writeUInt8(number, headAt + '{"line":1}'.length)
      bytes.writeUInt32BE(crc32(bytes.subarray(prefixBytes)), 4)
      expect(frameAt(bytes, 0)).toBeNull()
    },
  )

  test('depends on every line before it', () => {
    const [, second] = chained(['one', 'two'])
    const [, other] = chained(['uno', 'two'])
    expect(second?.chain).not.toEqual(other?.chain)
  })
})

describe('a journal on the disk', () => {
  const file = freshFile()
  const directory = () => join(file.directory, 'journal')
  const path = (number = 1) => join(directory(), `journal-00000${number}.log`)
  const read = (from: Place = firstPlace) => {
    const lines = walk(directory(), from)
    const places: Place[] = []
    for (let step = lines.next(); ; step = lines.next()) {
      if (step.done) return { ...step.value, places }
      places.push(step.value.place)
    }
  }
  const write = async (frames: readonly Frame[], most?: number) => {
    const writer = new JournalWriter(directory(), firstPlace, most)
    for (const frame of frames) {
      writer.append([frame])
      await writer.sync()
    }
    await writer.close()
    return writer.place
  }

  test('torn at any byte of its last line ends with the line before it, and goes on from there', async () => {
    const frames = chained(['one', 'two', 'three'])
    const whole = await write(frames)
    const bytes = readFileSync(path())
    const last = whole.offset - whole.lastBytes
    for (let size = last; size < whole.offset; size += 1) {
      truncateSync(path(), size)
      const { place, isWhole } = read()
      expect(place).toMatchObject({ line: 2, offset: last })
      expect(isWhole).toBe(size === last)
      const writer = new JournalWriter(directory(), place)
      writer.append(frames.slice(2))
      await writer.close()
      expect(readFileSync(path())).toEqual(bytes)
    }
  })

  test('torn at any byte of a new file goes on in the one before it', async () => {
    await write(chained(['one', 'two']), 60)
    expect(readdirSync(directory())).toHaveLength(3)
    const header = readFileSync(path(3))
    for (let size = 0; size < header.length; size += 1) {
      writeFileSync(path(3), header.subarray(0, size))
      expect(read()).toMatchObject({ place: { file: 2, line: 2 }, isWhole: false })
    }
  })

  test('goes on in a new file when one is full, and each says where it goes on from', async () => {
    const frames = chained(Array.from({ length: 40 }, (_, at) => `number ${at}`))
    await write(frames, 1000)
    expect(readdirSync(directory()).length).toBeGreaterThan(5)
    const { place, isWhole, places } = read()
    expect({ line: place.line, chain: place.chain, isWhole }).toEqual({
      line: 40,
      chain: frames[39]?.chain,
      isWhole: true,
    })
    for (const from of places) expect(read(from)).toMatchObject({ place: { line: 40 }, isWhole: true })
  })

  test('is read whole although no more than a piece of it is in memory, and its longest line is longer', async () => {
    // A megabyte is read at once: of these lines one begins in a piece and ends in the next, one is longer than any.
    const frames = chained(['a'.repeat(700_000), 'b'.repeat(700_000), 'c'.repeat(3_000_000), 'd', 'e'.repeat(900_000)])
    await write(frames)
    const { place, isWhole, places } = read()
    expect(places.map(({ chain }) => chain)).toEqual(frames.map(({ chain }) => chain))
    expect({ isWhole, offset: place.offset }).toEqual({ isWhole: true, offset: statSync(path()).size })
    for (const from of places) expect(read(from)).toMatchObject({ place: { line: 5 }, isWhole: true })
  })

  test('is for its owner alone', async () => {
    await write(chained(['one']))
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(statSync(directory()).mode & 0o777).toBe(0o700)
  })

  test('of which a file is missing, exchanged or from elsewhere ends before it', async () => {
    await write(chained(Array.from({ length: 9 }, (_, at) => `number ${at}`)), 500)
    const first = read().places.findLast((place) => place.file === 1)
    const second = readFileSync(path(2))
    writeFileSync(path(2), readFileSync(path(3)))
    expect(read()).toMatchObject({ place: { line: first?.line }, isWhole: false })
    writeFileSync(path(2), second)
    expect(read()).toMatchObject({ isWhole: true })
    appendFileSync(path(1), Buffer.from([0]))
    expect(read()).toMatchObject({ place: { line: first?.line }, isWhole: false })
  })

  test('one sync serves everybody who waits for it', async () => {
    mkdirSync(directory(), { recursive: true })
    const writer = new JournalWriter(directory(), firstPlace)
    const done: number[] = []
    const waits = chained(Array.from({ length: 20 }, (_, at) => `number ${at}`)).map((frame, at) => {
      writer.append([frame])
      return writer.sync().then(() => done.push(at))
    })
    await Promise.all(waits)
    expect(done).toEqual(Array.from({ length: 20 }, (_, at) => at))
    await writer.close()
  })
})
