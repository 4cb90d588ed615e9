import { existsSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { finding, isOfHistory, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { recheckRestored } from '../recovery/storage-restored.ts'
import { StoreRefusal } from '../refusal.ts'
import { adoptHistory } from './adopt.ts'
import { type AnchorRead, anchorUnder, headUnder, writeAnchor } from './anchor.ts'
import { prepareChainAt } from './chain-at.ts'
import { type Comparison, compare } from './compare.ts'
import {
  beginning,
  beginnings,
  filesIn,
  firstPlace,
  headerBytes,
  missingFiles,
  newerFiles,
  type Place,
  pathOf,
  sizeOf,
} from './files.ts'
import type { Journal, JournalOptions, Mended } from './journal.ts'
import { endOf } from './journal-lines.ts'
import { KeptFindings } from './kept-findings.ts'
import { quarantineRest } from './quarantine.ts'
import { recheckUnsent } from './recheck.ts'
import { prepareReplay, type ReplayDeps } from './replay.ts'
import { walk } from './walk.ts'

/** Whether files say that something was kept here. */
export const hasLines = (directory: string): boolean =>
  filesIn(directory).some((number) => sizeOf(pathOf(directory, number)) > headerBytes)

/** @throws StoreRefusal where files of the journal cannot be told from damage here, and are none */
export function refuseNewer(directory: string): void {
  const [first] = newerFiles(directory)
  if (first === undefined) return
  throw new StoreRefusal('newer_version', `${first} in ${directory} was written by a newer Resit; update this one`)
}

/**
 * Before a database is opened: where it is gone and its journal is not, an empty new one would hide what was lost.
 * @throws StoreRefusal, also as `refuseNewer`
 */
export function refuseWithoutDatabase(file: string, directory: string): void {
  refuseNewer(directory)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0 || existsSync(`${file}-wal`) || !hasLines(directory)) return
  throw new StoreRefusal(
    'history_lost',
    `${file} is missing, and its journal in ${directory} shows that documents were kept. Put the database back with “resit restore FILE”, or make it anew from the journal with “resit restore --from-journal”`,
  )
}

/**
 * Compares the database with its journal and repairs what can be repaired; what cannot leaves the journal untrusted, and
 * then nothing goes out until a person has looked (reliability 4.5).
 * @throws StoreRefusal where the database knows nothing of what its journal tells
 */
export function startJournal(journal: Journal, deps: ReplayDeps, options: JournalOptions): void {
  const { database, journalLines } = deps
  const { directory, seal, now } = options
  const anchor = anchorUnder(directory, seal)
  const head = headUnder(directory, seal)
  journal.provenBefore = latestOf(anchor, head)
  const isFirst = endOf(database).line === 0 && !hasLines(directory) && !isPastFirst(anchor)
  if (isFirst) found(deps, options, anchor)
  else {
    if (endOf(database).line === 0) refuseAnother(database, directory)
    const kept = new KeptFindings(database).read()
    journal.found(kept.findings, kept.findingCounts)
    journal.found([...ofFiles(directory, anchor), ...ofAnchor(anchor, seal)])
  }
  const compared = compare({ database, directory, anchor, head })
  journal.found(compared.findings, compared.findingCounts)
  const { isWhole, ...mended } = replay(journal, deps, { directory, aheadFrom: compared.aheadFrom, now })
  const isIntact = journal.isTrusted && anchor.kind === 'sealed'
  if (isWhole && now > 0) recheckRestored(deps, { at: now, isIntact })
  const place = compared.place && isWhole ? compared.place : placeApart(database, directory)
  quarantineRest(directory, place)
  journalLines.committed()
  journal.open(place, mended)
  journal.seal(now)
}

const isPastFirst = (anchor: AnchorRead): boolean => anchor.kind === 'sealed' && anchor.anchor.line > 0

function latestOf(...anchors: readonly AnchorRead[]): Instant | null {
  const times = anchors.flatMap((each) => (each.kind === 'sealed' ? [each.anchor.at] : []))
  return times.length > 0 ? Math.max(...times) : null
}

/** The first start, of an empty database or of one that is older than journals are. */
function found(
  { database, journalLines }: ReplayDeps,
  { directory, seal, now }: JournalOptions,
  anchor: AnchorRead,
): void {
  // Sealed before there is anything to prove: from then on lines without an anchor are lines whose anchor was taken away.
  if (typeof seal !== 'string' && anchor.kind === 'none')
    writeAnchor(directory, { ...firstPlace, installation: seal.installation, at: now }, seal)
  database.transaction(() => adoptHistory(database, journalLines)).immediate()
}

/**
 * A database without lines beside a journal that has some: all of it was lost with its log, or it is another one.
 * @throws StoreRefusal
 */
function refuseAnother(database: Database, directory: string): void {
  const kept = database.prepare<[], number>('SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM act)').pluck()
  if (kept.get() === 0) return
  throw new StoreRefusal(
    'history_lost',
    `the database has nothing of what its journal in ${directory} tells. Put the right one back with “resit restore FILE”, or make it anew from the journal with “resit restore --from-journal”`,
  )
}

/** A journal that was taken away altogether is told of by its anchor, or by the want of one. */
export function ofFiles(directory: string, anchor: AnchorRead): readonly JournalFinding[] {
  const proven = anchor.kind === 'sealed' && anchor.anchor.line > 0 ? anchor.anchor.file : 0
  return missingFiles(directory, proven).map((detail) => finding('file_missing', { detail }))
}

function ofAnchor(anchor: AnchorRead, seal: JournalOptions['seal']): readonly JournalFinding[] {
  if (seal === 'none') return []
  switch (anchor.kind) {
    case 'sealed':
      return []
    case 'none':
      return [finding(seal === 'gone' ? 'seal_missing' : 'anchor_missing')]
    case 'forged':
      return [finding('anchor_forged')]
    case 'foreign':
      return [finding('seal_missing')]
    case 'locked':
      return [finding('seal_locked')]
  }
}

interface Behind extends Pick<JournalOptions, 'directory' | 'now'>, Pick<Comparison, 'aheadFrom'> {}

/** What only the journal has happened: the database is brought to it, and whatever may have followed is looked up. */
function replay(
  journal: Journal,
  deps: ReplayDeps,
  { directory, aheadFrom, now }: Behind,
): Mended & { readonly isWhole: boolean } {
  const nothing = { appended: 0, replayed: 0, mistrusted: 0 }
  if (!aheadFrom) return { ...nothing, isWhole: true }
  if (journal.findings.some(isOfHistory)) return { ...nothing, isWhole: false }
  const { database } = deps
  return database
    .transaction(() => {
      const { lines, finding: why } = prepareReplay(deps)(walk(directory, aheadFrom))
      if (why) journal.found([why])
      const mistrusted = recheckUnsent(deps, 'journal_ahead', now)
      deps.addAct({ at: now, by: 'gateway', type: 'journal_replayed', facts: { lines, mistrusted } })
      return { appended: 0, replayed: lines, mistrusted, isWhole: why === null }
    })
    .immediate()
}

/** Files that lead elsewhere stay what they are; the database goes on in one of its own. */
function placeApart(database: Database, directory: string): Place {
  const end = endOf(database)
  const chainAt = prepareChainAt(database)
  const isOurs = ({ line, chain }: Place) => (line === 0 ? firstPlace.chain : chainAt(line))?.equals(chain) ?? false
  const last = beginnings(directory).at(-1)
  if (last && isOurs(last)) {
    const places = [last, ...walk(directory, last).map(({ place }) => place)]
    if (places.every(isOurs)) return places.at(-1) ?? last
  }
  return beginning((filesIn(directory).at(-1) ?? 0) + 1, end.line, end.chain)
}
