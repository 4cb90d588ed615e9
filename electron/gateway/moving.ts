import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { toWire } from '../../shared/catalogue/record-to-wire.ts'
import type { DataDir } from './data-dir.ts'
import type { AtRest } from './journal-at-rest.ts'
import type { Clock, Randomness } from './ports.ts'
import { BadConfiguration } from './settings/values.ts'
import { openSqliteStore } from './store/sqlite-store.ts'

/** In the data directory that was left: nothing is sent from it any more. */
const markIn = (path: string): string => join(path, 'moved-out.json')
/** In the folder that is carried to the other computer. */
const letterIn = (path: string): string => join(path, 'resit-move.json')

const letter = z.object({ id: z.string(), moved_at: z.string() })

export interface Moved {
  readonly folder: string
  /** False where the secrets are sealed by the key store of the old computer: they have to be set again. */
  readonly hasSecrets: boolean
}

/** @throws BadConfiguration where the documents went to another computer: two must never send the same ones */
export function refuseMovedOut({ path }: Pick<DataDir, 'path'>): void {
  const mark = markIn(path)
  if (!existsSync(mark)) return
  const { moved_at } = letter.parse(JSON.parse(readFileSync(mark, 'utf8')))
  throw new BadConfiguration(
    `The documents of this data directory were moved to another computer at ${moved_at}. Start Resit there.`,
  )
}

export const isMovedOut = ({ path }: Pick<DataDir, 'path'>): boolean => existsSync(markIn(path))

/**
 * Packs everything for another computer. From before the first byte is copied this one sends nothing more; where
 * copying fails it can be done again, into another folder.
 * @throws StoreRefusal where a gateway runs on it; BadConfiguration where the folder exists or nothing is kept here
 */
export async function moveOut(
  { dataDir, journalDir }: AtRest,
  folder: string,
  { clock, randomness }: { readonly clock: Clock; readonly randomness: Randomness },
): Promise<Moved> {
  if (existsSync(folder)) throw new BadConfiguration(`${folder} exists already: name a new folder.`)
  if (!existsSync(dataDir.database)) throw new BadConfiguration(`${dataDir.path} keeps no documents.`)
  // Nobody else has it open from here on, and what lay in the write-ahead log is in the file when it is closed.
  await openSqliteStore(dataDir.database, null).upkeep.close()
  const text = JSON.stringify({ id: randomness.guid(), moved_at: toWire(clock.now()) })
  writeFileSync(markIn(dataDir.path), text, { mode: 0o600, flush: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const { from, name } of filesOf(dataDir, journalDir))
    if (existsSync(from)) cpSync(from, join(folder, name), { recursive: true })
  const hasSecrets = existsSync(dataDir.secrets) && !readFileSync(dataDir.secrets, 'utf8').includes('"sealed:')
  if (hasSecrets) cpSync(dataDir.secrets, join(folder, 'secrets.json'))
  // Last: a folder without it is half a copy, which nobody moves in with.
  writeFileSync(letterIn(folder), text, { mode: 0o600, flush: true })
  return { folder, hasSecrets }
}

/**
 * Unpacks what another computer packed, once: the folder says afterwards that it was used.
 * @throws BadConfiguration where documents are kept here already, or the folder is none to move in with
 */
export function moveIn({ dataDir, journalDir }: AtRest, folder: string): Moved {
  if (existsSync(dataDir.database)) throw new BadConfiguration(`${dataDir.path} keeps documents already.`)
  if (!existsSync(letterIn(folder)))
    throw new BadConfiguration(`${folder} is not what “move-out” made, or it was used.`)
  // First: where it cannot be said that it was used, it is not used.
  renameSync(letterIn(folder), join(folder, 'used.json'))
  try {
    for (const { from, name } of filesOf(dataDir, journalDir))
      if (existsSync(join(folder, name))) cpSync(join(folder, name), from, { recursive: true })
    const secrets = join(folder, 'secrets.json')
    if (existsSync(secrets)) cpSync(secrets, dataDir.secrets)
    return { folder, hasSecrets: existsSync(secrets) }
  } catch (cause) {
    rmSync(dataDir.database, { force: true })
    renameSync(join(folder, 'used.json'), letterIn(folder))
    throw cause
  }
}

const filesOf = ({ database, practiceLedger, journal }: DataDir, journalDir: string | null) => [
  { from: journalDir ?? journal, name: 'journal' },
  { from: practiceLedger, name: 'practice.db' },
  { from: `${practiceLedger}-wal`, name: 'practice.db-wal' },
  { from: database, name: 'resit.db' },
]
