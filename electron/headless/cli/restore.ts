import { statSync } from 'node:fs'
import { restoreBackup } from '../../gateway/installation/journal-at-rest.ts'
import { atRest, type RestingPlace } from './at-rest.ts'

interface RestoredShown {
  readonly file: string
  readonly bytes: number
  readonly version: number
  readonly kept_as: string | null
}

/**
 * Puts a backup in the place of the database.
 * @throws StoreRefusal where a gateway runs on it, or the file is no backup that can be used
 */
export async function restore(place: RestingPlace, backup: string): Promise<RestoredShown> {
  const { where, ports } = atRest(place)
  const { version, keptAs } = restoreBackup(where, ports, backup)
  const { database } = where.dataDir
  return { file: database, bytes: statSync(database).size, version, kept_as: keptAs }
}

export const restoredText = ({ file, bytes, kept_as }: RestoredShown): string =>
  [
    `${file} is the backup now: ${bytes} bytes.`,
    ...(kept_as === null ? [] : [`The database that was there is kept as ${kept_as}.`]),
    'At the next start what its journal has besides is brought back, and whatever could still be sent is looked up at the tax authority first.',
    'Where the journal is gone, nobody knows here what was voided after the backup: nothing is sent before “resit trust”, and what waited then not before “resit resume”.',
    'Start the gateway, then run “resit verify” and “resit queue”.',
  ].join('\n')
