import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { toWire } from '../../../shared/api/record-to-wire.ts'
import { checkpoint } from '../platform/crash-points.ts'
import { syncFile, syncFolder, writeDurably } from '../platform/durable-file.ts'
import type { Clock, Randomness } from '../ports.ts'
import { BadConfiguration } from '../settings/values.ts'
import type { Upkeep } from '../store/port/port.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import type { DataDir } from './data-dir.ts'
import type { AtRest } from './journal-at-rest.ts'

/** In the data directory that is left: nothing is sent from it any more. */
const markIn = (path: string): string => join(path, 'moved-out.json')
/** In the folder that is carried to the other computer: whoever renames it has the documents. */
export const letterIn = (folder: string): string => join(folder, 'resit-move.json')
const unfinishedIn = (folder: string): string => `${letterIn(folder)}.new`

const mark = z.object({
  id: z.string(),
  moved_at: z.string(),
  folder: z.string(),
  /** False until the folder is whole. */
  packed: z.boolean(),
})
type Mark = z.output<typeof mark>

export interface Moved {
  readonly folder: string
  /** False where the secrets are sealed by the key store of the old computer: they have to be set again. */
  readonly hasSecrets: boolean
}

/** @throws BadConfiguration where it is not as this Resit writes it: whatever it says, the documents may be elsewhere */
function markOf({ path }: Pick<DataDir, 'path'>): Mark | null {
  const file = markIn(path)
  if (!existsSync(file)) return null
  try {
    return mark.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new BadConfiguration(
      `${file} says that the documents of this data directory were moved to another computer, by an earlier Resit or in a way that cannot be read. Start Resit there; only where no computer moved in with them, delete that file to stay on this one.`,
    )
  }
}

/** @throws BadConfiguration where the documents went to another computer: two must never send the same ones */
export function refuseMovedOut(dataDir: Pick<DataDir, 'path'>): void {
  const found = markOf(dataDir)
  if (found === null) return
  throw new BadConfiguration(
    found.packed
      ? `The documents of this data directory were moved to another computer at ${found.moved_at}. Start Resit there.`
      : `A move to another computer began at ${found.moved_at} and was not finished. Run “resit move-out FOLDER” again; to stay on this computer delete ${markIn(dataDir.path)}.`,
  )
}

/** Whether everything is in the folder that another computer goes on with. */
export const isMovedOut = (dataDir: Pick<DataDir, 'path'>): boolean => markOf(dataDir)?.packed === true

/**
 * Packs everything for another computer. From before the first byte is copied this one sends nothing more; where
 * packing was broken off it can be done again, into another folder.
 * @throws StoreRefusal where a gateway runs on it; BadConfiguration where the folder exists, nothing is kept here or
 * everything was packed before
 */
export async function moveOut(
  place: AtRest,
  folder: string,
  ports: { readonly clock: Clock; readonly randomness: Randomness },
): Promise<Moved> {
  const { dataDir } = place
  if (!existsSync(dataDir.database)) throw new BadConfiguration(`${dataDir.path} keeps no documents.`)
  // Until all is copied: a gateway that starts meanwhile finds the database taken, and one that starts later the mark.
  const { upkeep } = openSqliteStore(dataDir.database, null)
  try {
    const before = markOf(dataDir)
    if (before?.packed) return handOver(before, dataDir)
    if (existsSync(folder)) throw new BadConfiguration(`${folder} exists already: name a new folder.`)
    const begun: Mark = {
      id: ports.randomness.guid(),
      moved_at: toWire(ports.clock.now()),
      folder,
      packed: false,
    }
    writeDurably(markIn(dataDir.path), JSON.stringify(begun))
    checkpoint('move_begun')
    await copyInto(folder, place, upkeep)
    writeDurably(unfinishedIn(folder), JSON.stringify({ id: begun.id, moved_at: begun.moved_at }))
    checkpoint('move_copied')
    // Before the folder can be used: what is packed twice could be sent twice.
    const packed: Mark = { ...begun, packed: true }
    writeDurably(markIn(dataDir.path), JSON.stringify(packed))
    checkpoint('move_packed')
    return handOver(packed, dataDir)
  } finally {
    await upkeep.close()
  }
}

/** Lets the folder be used; the same one again where that was broken off. */
function handOver({ folder, moved_at }: Mark, { path }: DataDir): Moved {
  if (!existsSync(unfinishedIn(folder)))
    throw new BadConfiguration(
      `Everything was packed into ${folder} at ${moved_at}: carry that folder to the other computer. Only where it is lost, and no computer moved in with it, delete ${markIn(path)} and pack again.`,
    )
  renameSync(unfinishedIn(folder), letterIn(folder))
  syncFolder(folder)
  return { folder, hasSecrets: existsSync(join(folder, 'secrets.json')) }
}

async function copyInto(folder: string, { dataDir, journalDir }: AtRest, upkeep: Upkeep): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Through SQLite, which holds the lock and knows what still lies in the log.
  await upkeep.backup(join(folder, databaseName))
  for (const { from, name } of besidesDatabase(dataDir, journalDir))
    if (existsSync(from)) cpSync(from, join(folder, name), { recursive: true })
  const { secrets } = dataDir
  if (existsSync(secrets) && !readFileSync(secrets, 'utf8').includes('"sealed:'))
    cpSync(secrets, join(folder, 'secrets.json'))
  syncAll(folder)
}

/** On the disk that is carried away, not only on its way there. */
export function syncAll(folder: string): void {
  for (const each of readdirSync(folder, { recursive: true, withFileTypes: true }))
    (each.isDirectory() ? syncFolder : syncFile)(join(each.parentPath, each.name))
  syncFolder(folder)
}

export const databaseName = 'resit.db'

export const besidesDatabase = ({ practiceLedger, journal }: DataDir, journalDir: string | null) => [
  { from: journalDir ?? journal, name: 'journal' },
  { from: practiceLedger, name: 'practice.db' },
  { from: `${practiceLedger}-wal`, name: 'practice.db-wal' },
]
