import { createHmac, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instant } from '../../../../shared/domain/record.ts'
import { exists, type Place, syncDirectory } from './files.ts'

/** What an installation proves with that an anchor is its own; kept outside of everything it proves. */
export interface Seal {
  readonly installation: string
  readonly key: string
}

/** `gone`: there was one, and this installation does not have it. `locked`: it cannot be opened. `none`: never sealed. */
export type SealAbsence = 'gone' | 'locked' | 'none'

/** How far the journal had come at some moment, sealed: who cuts it off behind that or puts an older one back is found. */
export interface Anchor extends Place {
  readonly installation: string
  readonly at: Instant
}

export type AnchorRead =
  | { readonly kind: 'none' }
  | { readonly kind: 'sealed'; readonly anchor: Anchor }
  /** Unreadable, or changed since it was sealed. */
  | { readonly kind: 'forged' }
  /** Sealed by another installation, or its own seal is gone. */
  | { readonly kind: 'foreign' }
  /** Nobody can tell while its seal cannot be opened. */
  | { readonly kind: 'locked' }

export const anchorPath = (directory: string): string => join(directory, 'anchor.json')

interface Text {
  readonly installation: string
  readonly at: Instant
  readonly line: number
  readonly head: string
  readonly file: number
  readonly offset: number
  readonly last_bytes: number
}

const macOf = (text: Text, key: string): Buffer => {
  const { installation, at, line, head, file, offset, last_bytes } = text
  return createHmac('sha256', key)
    .update(JSON.stringify([installation, at, line, head, file, offset, last_bytes]))
    .digest()
}

/** @param seal this installation's; null where it is gone */
export function anchorUnder(directory: string, seal: Seal | SealAbsence): AnchorRead {
  switch (seal) {
    case 'none':
      return { kind: 'none' }
    case 'locked':
      return { kind: 'locked' }
    case 'gone':
      return readAnchor(directory, null)
    default:
      return readAnchor(directory, seal)
  }
}

function readAnchor(directory: string, seal: Seal | null): AnchorRead {
  if (!exists(anchorPath(directory))) return { kind: 'none' }
  try {
    const { mac, ...text } = JSON.parse(readFileSync(anchorPath(directory), 'utf8')) as Text & { readonly mac: string }
    if (text.installation !== seal?.installation) return { kind: 'foreign' }
    const given = Buffer.from(mac, 'hex')
    const expected = macOf(text, seal.key)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: 'forged' }
    const { installation, at, line, head, file, offset, last_bytes } = text
    return {
      kind: 'sealed',
      anchor: { installation, at, line, file, offset, chain: Buffer.from(head, 'hex'), lastBytes: last_bytes },
    }
  } catch {
    // Whatever it is, it is not what was written there.
    return { kind: 'forged' }
  }
}

/** All of it or the one before, whenever the power goes. @throws Error of the file system */
export function writeAnchor(directory: string, anchor: Anchor, { key }: Seal): void {
  const { installation, at, line, chain, file, offset, lastBytes } = anchor
  const text: Text = { installation, at, line, head: chain.toString('hex'), file, offset, last_bytes: lastBytes }
  const path = anchorPath(directory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const handle = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeFileSync(handle, `${JSON.stringify({ ...text, mac: macOf(text, key).toString('hex') })}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${path}.new`, path)
  syncDirectory(directory)
}

/** Short enough to be printed on a report and compared by eye: paper is an anchor nobody can reach. */
export const codeOf = (chain: Uint8Array): string => Buffer.from(chain).toString('hex').slice(0, 8)
