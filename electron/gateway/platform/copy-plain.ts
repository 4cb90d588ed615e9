import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Something lies there that is neither a file nor a folder: a link could lead anywhere. */
export class NotPlain extends Error {
  override readonly name = 'NotPlain'
}

/**
 * Copies a file, or a folder with all that is in it, for its new owner alone: whatever rights it had where it came from.
 * @throws NotPlain at a link, a socket or a device; nothing of it is copied then
 */
export function copyPlain(from: string, to: string): void {
  assertPlain(from)
  copyInto(from, to)
}

function assertPlain(from: string): void {
  const found = lstatSync(from)
  if (!found.isFile() && !found.isDirectory()) throw new NotPlain(`${from} is no plain file`)
  if (found.isDirectory()) for (const name of readdirSync(from)) assertPlain(join(from, name))
}

function copyInto(from: string, to: string): void {
  if (lstatSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true, mode: 0o700 })
    chmodSync(to, 0o700)
    for (const name of readdirSync(from)) copyInto(join(from, name), join(to, name))
    return
  }
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}
