import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../platform/durable-file.ts'
import { BadConfiguration } from '../settings/values.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import type { DataDir } from './data-dir.ts'

type Place = Pick<DataDir, 'path'>

const markIn = ({ path }: Place): string => join(path, 'retired')

/** Whether the documents of this data directory go on elsewhere. */
export const isRetired = (place: Place): boolean => existsSync(markIn(place))

/** @throws BadConfiguration if the installation was retired: two must never send the same documents */
export function refuseRetired(place: Place): void {
  if (isRetired(place))
    throw new BadConfiguration(
      `The installation in ${place.path} was retired: its documents went to another computer in a backup, and it never sends again. Start Resit there.`,
    )
}

/**
 * Writes everything into a backup for another computer; after that this installation never sends again. The database
 * is held until both are done, so no gateway can start between the two.
 * @throws StoreRefusal if a gateway runs on it; BackupFailure; BadConfiguration if nothing is kept here
 */
export async function retire(dataDir: DataDir, backup: string): Promise<void> {
  if (!existsSync(dataDir.database)) throw new BadConfiguration(`${dataDir.path} keeps no documents.`)
  const { upkeep } = openSqliteStore(dataDir.database, null)
  try {
    await upkeep.backup(backup)
    writeDurably(markIn(dataDir), '')
  } finally {
    await upkeep.close()
  }
}
