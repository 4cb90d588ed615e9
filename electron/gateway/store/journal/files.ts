import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { chainBytes, origin } from '../kept/frame.ts'

/** Where in the journal a line ends; in a packed file, its block. */
export interface Place {
  readonly file: number
  readonly offset: number
  /** The line that ends there; 0 before the first. */
  readonly line: number
  /** Its chain. */
  readonly chain: Buffer
  /** Its length, or that of its block; 0 where the file before ends with it. */
  readonly lastBytes: number
}

/**
 * The form of a file's lines: 1 as they were said, 2 where a line may be packed (its highest bit of the head's length),
 * 3 where all of them are packed in blocks and none is added any more. A form that an older Resit would take for damage
 * has a number of its own; the header stays what it is in all of them.
 */
const writtenForm = 2
const packedForm = 3
const newestForm = packedForm
const magicOf = (form: number) => Buffer.from(`RSTJNL${form}\n`)
const magic = magicOf(writtenForm)
/** magic | number u32 | line before u64 | chain before | crc32 u32 */
export const headerBytes = magic.length + 4 + 8 + chainBytes + 4

export const fileName = (number: number): string => `journal-${String(number).padStart(6, '0')}.log`
export const pathOf = (directory: string, number: number): string => join(directory, fileName(number))

/** What stands before the first line of a file: where it goes on from. */
export const headerOf = (place: Begun): Buffer => headerIn(writtenForm, place)

type Begun = Pick<Place, 'file' | 'line' | 'chain'>

function headerIn(form: number, { file, line, chain }: Begun): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  magicOf(form).copy(bytes)
  bytes.writeUInt32BE(file, magic.length)
  bytes.writeBigUInt64BE(BigInt(line), magic.length + 4)
  bytes.set(chain, magic.length + 12)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), headerBytes - 4)
  return bytes
}

/** @returns the place before the first line of a file; null where its header is torn or not ours */
export function beginningOf(bytes: Buffer): Place | null {
  const form = formOf(bytes)
  if (form === null || form > newestForm) return null
  const header = bytes.subarray(0, headerBytes)
  return {
    file: header.readUInt32BE(magic.length),
    offset: headerBytes,
    line: Number(header.readBigUInt64BE(magic.length + 4)),
    chain: Buffer.from(header.subarray(magic.length + 12, -4)),
    lastBytes: 0,
  }
}

/** @returns the number of a file's form; null where its header is torn or not ours */
function formOf(bytes: Buffer): number | null {
  const header = bytes.subarray(0, headerBytes)
  if (header.length < headerBytes || crc32(header.subarray(0, -4)) !== header.readUInt32BE(headerBytes - 4)) return null
  const form = /^RSTJNL(\d)\n/.exec(header.toString('latin1', 0, magic.length))?.[1]
  return form === undefined ? null : Number(form)
}

/** Whether this Resit would write a line that whoever wrote the file could not read. */
export const isOfOlderForm = (path: string): boolean =>
  (formOf(bytesOf(path, 0, headerBytes)) ?? writtenForm) < writtenForm

/** Files that a newer Resit wrote: what stands in them is no damage, and cannot be told by this one. */
export const newerFiles = (directory: string): readonly string[] =>
  filesIn(directory)
    .filter((number) => (formOf(bytesOf(pathOf(directory, number), 0, headerBytes)) ?? 0) > newestForm)
    .map(fileName)

/** The place before the first line of a new file. */
export function beginning(file: number, line: number, chain: Buffer): Place {
  return { file, offset: headerBytes, line, chain, lastBytes: 0 }
}

/** Before the first line of all. */
export const firstPlace: Place = beginning(1, 0, origin)

/** The numbers of the files there are, in order. */
export function filesIn(directory: string): number[] {
  const names = exists(directory) ? readdirSync(directory) : []
  return names
    .flatMap((name) => Number(/^journal-(\d{6,})\.log$/.exec(name)?.[1] ?? Number.NaN))
    .filter((number) => Number.isInteger(number))
    .toSorted((one, other) => one - other)
}

export const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Part of a file, without the rest of it in memory; nothing of one that is not there. */
export function bytesOf(path: string, from: number, to: number): Buffer {
  if (!exists(path)) return Buffer.alloc(0)
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(to, sizeOf(path)) - from))
  const file = openSync(path, 'r')
  try {
    let read = 0
    for (let more = -1; more !== 0 && read < bytes.length; read += more)
      more = readSync(file, bytes, read, bytes.length - read, from + read)
    return bytes.subarray(0, read)
  } finally {
    closeSync(file)
  }
}

/**
 * The files that are not there although others tell of them.
 * @param proven the number of a file that there certainly was
 */
export function missingFiles(directory: string, proven = 0): readonly string[] {
  const there = filesIn(directory)
  const last = Math.max(proven, ...there)
  const all = Array.from({ length: last }, (_, at) => at + 1)
  return all.filter((number) => !there.includes(number)).map(fileName)
}

/** Where the files begin that say so themselves. */
export const beginnings = (directory: string): Place[] =>
  filesIn(directory).flatMap((number) => beginningOf(bytesOf(pathOf(directory, number), 0, headerBytes)) ?? [])
