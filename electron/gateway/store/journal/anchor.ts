import { createHmac, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../../../shared/domain/record.ts'
import { syncFolder } from '../../platform/durable-file.ts'
import { exists, type Place } from './files.ts'

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
/**
 * As the anchor, of every few seconds: it proves that nothing is missing at the end. What a start compares begins at the
 * anchor all the same, so that what was changed within the last hour shows.
 */
export const headPath = (directory: string): string => join(directory, 'head.json')

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

/** @returns `none` where nothing was proven since, or nobody can tell */
export const headUnder = (directory: string, seal: Seal | SealAbsence): AnchorRead =>
  typeof seal === 'string' ? { kind: 'none' } : readAnchor(directory, seal, headPath(directory))

function readAnchor(directory: string, seal: Seal | null, path = anchorPath(directory)): AnchorRead {
  if (!exists(path)) return { kind: 'none' }
  try {
    const { mac, ...text } = JSON.parse(readFileSync(path, 'utf8')) as Text & { readonly mac: string }
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

function textOf({ installation, at, line, chain, file, offset, lastBytes }: Anchor, { key }: Seal): string {
  const text: Text = { installation, at, line, head: chain.toString('hex'), file, offset, last_bytes: lastBytes }
  return `${JSON.stringify({ ...text, mac: macOf(text, key).toString('hex') })}\n`
}

/**
 * Writes the head without keeping anybody waiting.
 * @param isStillSo asked last: a journal that was written anew meanwhile has no such place any more
 * @throws Error of the file system
 */
export async function writeHead(
  directory: string,
  { anchor, seal, isStillSo }: { readonly anchor: Anchor; readonly seal: Seal; readonly isStillSo: () => boolean },
): Promise<void> {
  const path = headPath(directory)
  forgetUnfinished(path)
  await writeFile(`${path}.new`, textOf(anchor, seal), { mode: 0o600, flush: true, flag: 'wx' })
  if (isStillSo()) renameSync(`${path}.new`, path)
}

/** All of it or the one before, whenever the power goes. @throws Error of the file system */
export function writeAnchor(directory: string, anchor: Anchor, seal: Seal): void {
  const path = anchorPath(directory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  forgetUnfinished(path)
  const handle = openSync(`${path}.new`, 'wx', 0o600)
  try {
    writeFileSync(handle, textOf(anchor, seal))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${path}.new`, path)
  syncFolder(directory)
}

/** What lies there under the name of the next one, a link perhaps, is not written through. */
const forgetUnfinished = (path: string): void => rmSync(`${path}.new`, { force: true })

/** Short enough to be printed on a report and compared by eye: paper is an anchor nobody can reach. */
export const codeOf = (chain: Uint8Array): string => Buffer.from(chain).toString('hex').slice(0, 8)
