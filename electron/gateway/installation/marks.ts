import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../platform/durable-file.ts'
import { BadConfiguration } from '../settings/values.ts'
import { lockDatabase } from '../store/folder-lock.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import type { DataPaths } from './data-dir.ts'

type DirectoryPath = Pick<DataPaths, 'path'>

/** This file says that the documents of a data directory are on a database server. */
const headOfficeMark = ({ path }: DirectoryPath): string => join(path, 'head-office.json')

export const isHeadOffice = (dataDir: DirectoryPath): boolean => existsSync(headOfficeMark(dataDir))

/** A command must not make a database beside the server's. @throws BadConfiguration */
export function refuseHeadOffice(dataDir: DirectoryPath): void {
  if (isHeadOffice(dataDir))
    throw new BadConfiguration(
      `${dataDir.path} belongs to a head office, whose documents are kept by its database server. Start it with “npm run head-office” and try again, or use another --data-dir.`,
    )
}

/**
 * Locks a data directory for one process of a head office, and marks it.
 * @returns a function that releases the lock
 * @throws BadConfiguration if it holds a shop's documents · StoreRefusal if another process has it
 */
export function lockForHeadOffice(dataDir: DataPaths): () => void {
  if (existsSync(dataDir.database))
    throw new BadConfiguration(
      `${dataDir.path} holds the documents of a gateway of its own. Use another --data-dir for the head office.`,
    )
  const release = lockDatabase(dataDir.database)
  if (!isHeadOffice(dataDir)) writeDurably(headOfficeMark(dataDir), '{"engine":"postgresql"}\n')
  return release
}

const retiredMark = ({ path }: DirectoryPath): string => join(path, 'retired')

export const isRetired = (place: DirectoryPath): boolean => existsSync(retiredMark(place))

/** @throws BadConfiguration if the installation was retired: two must never send the same documents */
export function refuseRetired(place: DirectoryPath): void {
  if (isRetired(place))
    throw new BadConfiguration(
      `The installation in ${place.path} was retired: its documents went to another computer in a backup, and it never sends again. Start Resit there.`,
    )
}

/**
 * Writes a backup for another computer. After that this installation never sends again. The database is locked until
 * both are done, so that no gateway can start between them.
 * @throws StoreRefusal if a gateway runs on it; BackupFailure; BadConfiguration if nothing is stored here
 */
export async function backUpAndRetire(dataDir: DataPaths, backup: string): Promise<void> {
  if (!existsSync(dataDir.database)) throw new BadConfiguration(`${dataDir.path} keeps no documents.`)
  const { upkeep } = openSqliteStore(dataDir.database, null)
  try {
    await upkeep.backup(backup)
    writeDurably(retiredMark(dataDir), '')
  } finally {
    await upkeep.close()
  }
}
