import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPack } from '../../electron/gateway/evidence/read-pack.ts'

const megabyte = 1024 * 1024
const zeros = Buffer.alloc(megabyte)
const packed = deflateRawSync(zeros)
const name = Buffer.from('a')

function local(): Buffer {
  const heading = Buffer.alloc(30)
  heading.writeUInt32LE(0x04034b50, 0)
  heading.writeUInt16LE(name.length, 26)
  return Buffer.concat([heading, name, packed])
}

function entryAt(offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(crc32(zeros), 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

/** @param offsets where the list of files says that each begins */
function zipOf(count: number, offsets: readonly number[]): Buffer {
  const files = Array.from({ length: count }, local)
  const list = Buffer.concat(offsets.map(entryAt))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(offsets.length, 10)
  end.writeUInt32LE(count * local().length, 16)
  return Buffer.concat([...files, list, end])
}
const each = local().length

describe('a pack to be checked', () => {
  test('is read as a whole, as far as all its files together may be large', () => {
    const zip = zipOf(3, [0, each, 2 * each])
    expect(readPack(zip, 3 * megabyte).map(({ content }) => content.length)).toEqual([megabyte, megabyte, megabyte])
    expect(() => readPack(zip, 3 * megabyte - 1)).toThrow(/more than any pack/)
  })

  test.each([
    { how: 'the same', offsets: [0, 0] },
    { how: 'those of one before', offsets: [each, 0] },
  ])('is refused where a file is made of bytes that another has: $how', ({ offsets }) => {
    expect(() => readPack(zipOf(2, offsets))).toThrow(/share their bytes/)
  })
})
