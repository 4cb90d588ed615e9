import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkPack } from '../../electron/gateway/features/evidence/check-pack.ts'
import { openPack } from '../../electron/gateway/features/evidence/read-pack.ts'

const megabyte = 1024 * 1024

interface File {
  readonly content: Buffer
  /** How large the list of files says that it is; as it is where nothing is said. */
  readonly said?: number
  /** Where the list of files says that it begins. */
  readonly at?: number
}

const name = Buffer.from('a')

function zipOf(files: readonly File[]): Buffer {
  let written = 0
  const entries: Buffer[] = []
  const parts = files.map(({ content, said = content.length, at = written }) => {
    const packed = deflateRawSync(content)
    const heading = Buffer.alloc(30)
    heading.writeUInt32LE(0x04034b50, 0)
    heading.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(said, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    entries.push(entry, name)
    const part = Buffer.concat([heading, name, packed])
    written += part.length
    return part
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(written, 16)
  return Buffer.concat([...parts, ...entries, end])
}

/** Of text as a pack has it: some of it repeats itself. */
const text = Buffer.from(Array.from({ length: 60_000 }, (_, line) => `{"line":${line}}\n`).join(''))
const zeros = Buffer.alloc(megabyte)

let place: string
let handles: FileHandle[]
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-pack-'))
  handles = []
})
afterEach(async () => {
  await Promise.all(handles.map((handle) => handle.close()))
  rmSync(place, { recursive: true, force: true })
})

/** Closed after the test. */
async function opens(path: string): Promise<FileHandle> {
  const handle = await open(path)
  handles.push(handle)
  return handle
}

async function opened(zip: Buffer, mostBytes?: number) {
  writeFileSync(join(place, 'pack.zip'), zip)
  return openPack(await opens(join(place, 'pack.zip')), mostBytes)
}

async function contents(zip: Buffer): Promise<readonly Buffer[]> {
  const read: Buffer[] = []
  for (const member of await opened(zip)) read.push(Buffer.concat(await Array.fromAsync(member.read())))
  return read
}

describe('a pack to be checked', () => {
  test('is read piece by piece, and comes out as it was packed', async () => {
    const members = await opened(zipOf([{ content: text }, { content: Buffer.alloc(0) }]))
    const pieces = await Array.fromAsync(members[0]?.read() ?? [])
    expect(pieces.length).toBeGreaterThan(1)
    expect(Buffer.concat(pieces).equals(text)).toBe(true)
    expect(await Array.fromAsync(members[1]?.read() ?? [])).toEqual([])
  })

  test('has no more in all its files together than any pack (SE2)', async () => {
    const zip = zipOf([{ content: text }, { content: text }])
    expect(await opened(zip, 2 * text.length)).toHaveLength(2)
    await expect(opened(zip, 2 * text.length - 1)).rejects.toThrow(/more than any pack/)
  })

  test('is refused before anything is unpacked where little becomes much: nothing of ours shrinks like that', async () => {
    await expect(opened(zipOf([{ content: Buffer.alloc(2 * megabyte) }]))).rejects.toThrow(/more than any pack/)
  })

  test('is unpacked no further than its list of files says (SE2)', async () => {
    await expect(contents(zipOf([{ content: zeros, said: 100 }]))).rejects.toThrow('its content is changed')
    await expect(contents(zipOf([{ content: text, said: text.length + 1 }]))).rejects.toThrow('its content is changed')
  })

  test.each([
    { how: 'the same', at: [0, 0] },
    { how: 'those of one before', at: [100, 0] },
  ])('is refused where a file is made of bytes that another has: $how', async ({ at }) => {
    const files = at.map((each) => ({ content: zeros, at: each }))
    await expect(opened(zipOf(files))).rejects.toThrow(/share their bytes/)
  })

  test('that is a bomb is told as no pack (SE2)', async () => {
    const file = join(place, 'bomb.zip')
    writeFileSync(file, zipOf([{ content: Buffer.alloc(64 * megabyte) }]))
    const { findings } = await checkPack(file)
    expect(findings).toEqual(['the file is no whole pack: it unpacks to more than any pack has'])
  })
})

test('a pack of many files is read without a warning of too many that listen', async () => {
  const warnings: string[] = []
  const listen = (warning: Error) => warnings.push(warning.name)
  process.on('warning', listen)
  try {
    const path = join(place, 'many.zip')
    writeFileSync(path, zipOf(Array.from({ length: 20 }, () => ({ content: text }))))
    for (const { read } of await openPack(await opens(path)))
      expect((await Array.fromAsync(read())).length).toBeGreaterThan(0)
    // A warning is told in the next turn.
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual([])
  } finally {
    process.off('warning', listen)
  }
})
