import { statSync } from 'node:fs'
import { restoreKept } from '../../gateway/installation/at-rest.ts'
import { atRest, type RestingPlace } from './at-rest.ts'
import { counted } from './counted.ts'

interface RestoredShown {
  readonly file: string
  readonly bytes: number
  readonly backup: string | null
  readonly lines: number
  readonly broken_at: number | null
  readonly kept_as: string | null
}

/**
 * Puts a backup in the place of the database, or the continuous copy.
 * @param from null for the copy
 * @throws StoreRefusal if a gateway runs on it, or there is nothing that can be put back
 */
export async function restore(place: RestingPlace, from: string | null): Promise<RestoredShown> {
  const { where, ports } = atRest(place)
  const { backup, lines, brokenAt, keptAs } = await restoreKept(where, ports, from)
  const { database: file } = where.dataDir
  return { file, bytes: statSync(file).size, backup, lines, broken_at: brokenAt, kept_as: keptAs }
}

export const isWhole = ({ broken_at }: RestoredShown): boolean => broken_at === null

export const restoredText = ({ file, bytes, backup, lines, broken_at, kept_as }: RestoredShown): string =>
  [
    `${file} is restored: ${bytes} bytes, from ${backup ?? 'the copy'} and ${counted(lines, 'line')} copied since.`,
    ...(broken_at === null ? [] : [`The copy cannot be read from line ${broken_at} on.`]),
    ...(kept_as === null ? [] : [`The database that was there is kept as ${kept_as}.`]),
    'Everything that could still be sent is looked up at the tax authority first.',
    'If something happened after the last line that was restored, nothing is sent before “resit trust”; unsent documents then wait for “resit resume”, because some may have been voided since.',
    'Start the gateway, then run “resit verify” and “resit queue”.',
  ].join('\n')
