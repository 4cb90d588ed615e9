import { hash } from 'node:crypto'

/** Bytes that cannot be compressed, the same in every run: to fill a disk or some pages. */
export const dense = (length: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 64) }, (_, at) => hash('sha512', String(at), 'buffer')),
  ).subarray(0, length)
