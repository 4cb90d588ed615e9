import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { syncFolder } from '../../platform/durable-file.ts'
import { prepareActs } from '../areas/acts.ts'
import { CompanyIds } from '../areas/company-ids.ts'
import { FolderLock } from '../folder-lock.ts'
import { openDatabase } from '../open.ts'
import { prepareRecordWriter } from '../records/writes.ts'
import { StoreRefusal } from '../refusal.ts'
import { exists, fileName, filesIn, firstPlace, type Place } from './files.ts'
import { Journal, type JournalOptions } from './journal.ts'
import { JournalLines } from './journal-lines.ts'
import { quarantineRest } from './quarantine.ts'
import { recheckUnsent } from './recheck.ts'
import { prepareReplay, type ReplayDeps } from './replay.ts'
import { hasLines, refuseNewer } from './start.ts'
import { type Walked, walk } from './walk.ts'

export interface Rebuilt {
  /** Lines of the journal that the new database has. */
  readonly lines: number
  /** The first line that could not be read or does not follow; null where all could. */
  readonly brokenAt: number | null
  /** Records that are looked up before anything is sent. */
  readonly mistrusted: number
  /** Where the database that was there is kept; null where there was none. */
  readonly keptAs: string | null
}

/** So many lines become durable together. */
const linesAtOnce = 500

/**
 * Makes a database from the journal alone, beside the one that is there, and puts it in its place. Everything unsent is
 * looked up before it is sent. Not in a journal, and so not in it: people and their PINs, drafts, refreshed code lists.
 * @throws StoreRefusal where there is no journal or a newer Resit wrote it, or where a gateway runs on the database
 */
export async function rebuildDatabase(file: string, options: JournalOptions, by: string): Promise<Rebuilt> {
  refuseWithoutBeginning(options.directory)
  const lock = new FolderLock(file)
  lock.hold()
  try {
    refuseWhileHeld(file, lock)
    return await rebuilt(file, options, { by, lock })
  } finally {
    lock.release()
  }
}

function refuseWithoutBeginning(directory: string): void {
  refuseNewer(directory)
  if (!hasLines(directory))
    throw new StoreRefusal('unsafe', `there is no journal in ${directory} to make a database from`)
  const [first] = filesIn(directory)
  if (first !== firstPlace.file)
    throw new StoreRefusal(
      'unsafe',
      `${fileName(firstPlace.file)} is missing in ${directory}, and nothing can be told without the beginning. Put it back, perhaps from an antivirus program's quarantine, or use “resit restore FILE”`,
    )
}

async function rebuilt(
  file: string,
  options: JournalOptions,
  { by, lock }: { readonly by: string; readonly lock: FolderLock },
): Promise<Rebuilt> {
  const { directory, now } = options
  const fresh = `${file}.rebuilding`
  for (const path of filesOf(fresh)) rmSync(path, { force: true })
  const database = openDatabase(fresh, lock)
  const { place, lines, isWhole, mistrusted, journal } = fillFrom(database, options, by)
  const keptAs = quarantineOld(file, now)
  quarantineRest(directory, place)
  // Its own last lines, of what was put in doubt, follow in the journal; who has the seal proves them.
  journal.open(place, { appended: 0, replayed: lines, mistrusted })
  journal.seal(now)
  await journal.close()
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  renameSync(fresh, file)
  syncFolder(dirname(file))
  return { lines, brokenAt: isWhole ? null : place.line + 1, mistrusted, keptAs }
}

function fillFrom(database: Database, options: JournalOptions, by: string) {
  const ids = new CompanyIds(database)
  const journalLines = new JournalLines(database)
  const addAct = prepareActs(database, journalLines)
  const writer = { companies: ids, journalLines, isTrusted: () => true, damaged: () => undefined }
  const deps: ReplayDeps = { database, ids, journalLines, addAct, writeRecord: prepareRecordWriter(database, writer) }
  const replayed = replayAll(deps, options.directory)
  const mistrusted = database
    .transaction(() => {
      // A journal that is whole forgot nothing, and one that was cut is found out by its anchor.
      const count = recheckUnsent(deps, replayed.isWhole ? 'journal_ahead' : 'restored', options.now)
      const facts = { lines: replayed.place.line, mistrusted: count }
      addAct({ at: options.now, by, type: 'database_rebuilt', facts })
      return count
    })
    .immediate()
  journalLines.committed()
  return { ...replayed, lines: replayed.place.line, mistrusted, journal: new Journal(database, journalLines, options) }
}

function replayAll(deps: ReplayDeps, directory: string): { readonly place: Place; readonly isWhole: boolean } {
  const { database, journalLines } = deps
  const replay = prepareReplay(deps)
  const walked = walk(directory, firstPlace)
  let place = firstPlace
  for (let isDone = false; !isDone; ) {
    const group: Walked[] = []
    let isWhole = true
    while (group.length < linesAtOnce && !isDone) {
      const step = walked.next()
      if (step.done) {
        isDone = true
        isWhole = step.value.isWhole
      } else group.push(step.value)
    }
    const { lines, finding } = database.transaction(() => replay(group)).immediate()
    journalLines.committed()
    place = group[lines - 1]?.place ?? place
    if (finding || !isWhole) return { place, isWhole: false }
  }
  return { place, isWhole: true }
}

/** Opening it tells whether somebody has it; that it is damaged is no reason to keep it. */
function refuseWhileHeld(file: string, lock: FolderLock): void {
  if (!exists(file)) return
  try {
    openDatabase(file, lock).close()
  } catch (cause) {
    if (cause instanceof StoreRefusal && cause.reason === 'held_by_another') throw cause
  }
}

function quarantineOld(file: string, now: Instant): string | null {
  if (!existsSync(file)) return null
  const apart = `${file}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`
  const to = filesOf(apart)
  for (const [at, path] of filesOf(file).entries()) if (existsSync(path)) renameSync(path, to[at] ?? apart)
  return apart
}

const filesOf = (file: string): readonly string[] => [file, `${file}-wal`, `${file}-shm`]
