import { readFileSync } from 'node:fs'
import type { GatewayPorts } from '../ports.ts'
import { anchorPath } from '../store/journal/anchor.ts'
import { verifyAtRest } from '../store/journal/at-rest.ts'
import { exists, filesIn, firstPlace, type Place, pathOf, sizeOf } from '../store/journal/files.ts'
import { type Rebuilt, rebuildDatabase } from '../store/journal/rebuild.ts'
import { sealFor } from '../store/journal/seal.ts'
import { type WalkEnd, walk } from '../store/journal/walk.ts'
import type { AttemptCells, OutcomeCells } from '../store/kept/line.ts'
import type { Verification } from '../store/port/journal.ts'
import { type Restored, restoreDatabase } from '../store/recovery/storage-restore.ts'
import type { DataDir } from './data-dir.ts'

/** Where the files of an installation are that no gateway runs on. */
export interface AtRest {
  readonly dataDir: DataDir
  /** Null for beside the database. */
  readonly journalDir: string | null
}

type RestPorts = Pick<GatewayPorts, 'clock' | 'randomness' | 'secrets' | 'machineId'>

/**
 * Proves everything that is kept, without changing any of it.
 * @throws StoreRefusal where a gateway runs on it, or there is nothing to prove
 */
export async function verifyKept({ dataDir, journalDir }: AtRest, ports: RestPorts): Promise<Verification> {
  const directory = journalDir ?? dataDir.journal
  return verifyAtRest(dataDir.database, {
    directory,
    seal: await sealFor(directory, ports).catch(() => 'locked' as const),
    now: ports.clock.now(),
  })
}

/**
 * Makes the database anew from its journal alone.
 * @throws StoreRefusal where a gateway runs on it, or there is no journal
 */
export async function rebuildFromJournal({ dataDir, journalDir }: AtRest, ports: RestPorts): Promise<Rebuilt> {
  const directory = journalDir ?? dataDir.journal
  const seal = await sealFor(directory, ports).catch(() => 'locked' as const)
  return rebuildDatabase(dataDir.database, { directory, seal, now: ports.clock.now() }, 'control')
}

/**
 * Puts a backup in the place of the database.
 * @throws StoreRefusal where a gateway runs on it, or the file is no backup that can be used
 */
export function restoreBackup({ dataDir }: AtRest, { clock }: Pick<GatewayPorts, 'clock'>, backup: string): Restored {
  return restoreDatabase(backup, dataDir.database, clock.now())
}

/** What the head of a line says of an attempt to send, as the journal writes it. */
export interface KeptSending {
  readonly attempt?: Omit<AttemptCells, 'document'>
  readonly outcome?: OutcomeCells
}

/** A line of the journal as its file has it. */
export interface KeptJournalLine {
  readonly line: number
  readonly previous: Buffer
  readonly chain: Buffer
  /** JSON. */
  readonly head: string
  /** The till's body and the sent document, one after the other. */
  readonly rest: Uint8Array
  /** How much of the journal was passed for it, as `journalBytes` counts. */
  readonly bytes: number
}

/** For a second: no write of a few lines takes so long. */
const looks = 50
const betweenLooksMs = 20
const untilNextLook = (): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, betweenLooksMs)

/**
 * Every line of a journal, also while a gateway appends to it: what is written is never changed. A write is seen by others
 * before it is done, so a line that is not whole is looked at again until it is or nobody can be writing it any more.
 * @param pause between two looks; nothing else goes on in this thread meanwhile
 * @returns whether nothing stands behind the last line that is read
 */
export function* keptLines(
  { dataDir, journalDir }: AtRest,
  pause: () => unknown = untilNextLook,
): Generator<KeptJournalLine, boolean> {
  let end = yield* linesAfter(journalDir ?? dataDir.journal, firstPlace)
  for (let left = looks; !end.isWhole && left > 0; left -= 1) {
    pause()
    const { line } = end.place
    end = yield* linesAfter(journalDir ?? dataDir.journal, end.place)
    if (end.place.line > line) left = looks
  }
  return end.isWhole
}

function* linesAfter(directory: string, from: Place): Generator<KeptJournalLine, WalkEnd> {
  const lines = walk(directory, from)
  let before = from
  for (let step = lines.next(); ; step = lines.next()) {
    if (step.done) return step.value
    const { frame, place } = step.value
    const { previous, chain, head, rest } = frame
    const isSameFile = place.file === before.file
    const bytes = place.offset - (isSameFile ? before.offset : 0)
    yield { line: place.line, previous, chain, head, rest, bytes }
    before = place
  }
}

/** How large the files of a journal are: the room for what is made of it goes by that. */
export function journalBytes({ dataDir, journalDir }: AtRest): number {
  const directory = journalDir ?? dataDir.journal
  const sizes = filesIn(directory).map((file) => sizeOf(pathOf(directory, file)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The anchor as it was sealed last; null where there is none. */
export function keptAnchor({ dataDir, journalDir }: AtRest): string | null {
  const path = anchorPath(journalDir ?? dataDir.journal)
  return exists(path) ? readFileSync(path, 'utf8') : null
}
