import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../platform/durable-file.ts'
import { BadConfiguration } from '../settings/values.ts'
import { FolderLock } from '../store/folder-lock.ts'
import type { DataDir } from './data-dir.ts'

/** Says that the documents of a data directory are kept by a database server. */
const markIn = ({ path }: Pick<DataDir, 'path'>): string => join(path, 'head-office.json')

/** Whether the documents of a data directory are kept by a database server. */
export const isHeadOffice = (dataDir: Pick<DataDir, 'path'>): boolean => existsSync(markIn(dataDir))

/** For a command that would make a database beside the server's. @throws BadConfiguration */
export function refuseHeadOffice(dataDir: Pick<DataDir, 'path'>): void {
  if (isHeadOffice(dataDir))
    throw new BadConfiguration(
      `${dataDir.path} belongs to a head office, whose documents are kept by its database server. Start it with “npm run head-office” and try again, or use another --data-dir.`,
    )
}

/**
 * Takes a data directory for one process of a head office, and marks it as a head office's.
 * @throws BadConfiguration where a shop's documents are in it · StoreRefusal where another process has it
 */
export function takeForHeadOffice(dataDir: DataDir): Pick<FolderLock, 'release'> {
  if (existsSync(dataDir.database))
    throw new BadConfiguration(
      `${dataDir.path} holds the documents of a gateway of its own. Use another --data-dir for the head office.`,
    )
  const lock = new FolderLock(dataDir.database)
  lock.hold()
  if (!isHeadOffice(dataDir)) writeDurably(markIn(dataDir), '{"engine":"postgresql"}\n')
  return lock
}
