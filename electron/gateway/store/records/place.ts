import type { Database } from 'better-sqlite3'
import type { Status } from '../../../../shared/domain/status.ts'
import { isEnded } from '../kept/status-sql.ts'
import type { ListQuery } from '../port/records.ts'
import { type Place, unfinished } from './concern.ts'

const endings: readonly Status[] = ['Invalid', 'Voided', 'Cancelled']
const beginnings: readonly Status[] = ['Pending', 'InProgress']

/** Where records stand of which none is valid. @returns null where valid ones are asked for too */
export function placesOfStatuses({ statuses }: Pick<ListQuery, 'statuses'>): readonly Place[] | null {
  if (statuses.length === 0 || statuses.includes('Valid')) return null
  const [living, ended] = unfinished
  return [
    ...(living && statuses.some((status) => beginnings.includes(status)) ? [living] : []),
    ...(ended && statuses.some((status) => endings.includes(status)) ? [ended] : []),
  ]
}

/** Of more the newest are soon met among the newest of all. */
const few = 5_000

/**
 * Where the records of an outlet, a till or a shift stand that has few of them, or none.
 * @returns null where it has many, or no outlet is named
 */
export function preparePlaceLookup(database: Database): (query: ListQuery) => readonly Place[] | null {
  const countIn = (names: readonly string[]) =>
    database
      .prepare<unknown[], number>(
        `SELECT count(*) FROM (SELECT 1 FROM ${inPlaces.from} WHERE ${hasPlace}
         AND ${names.map((name) => `${name} = ?`).join(' AND ')} LIMIT ${few})`,
      )
      .pluck()
  const names = ['outlet_name', 'terminal_name', 'shift_code']
  const counts = names.map((_, at) => countIn(names.slice(0, at + 1)))
  return ({ outletName, terminalName, shiftCode }) => {
    const cells = [outletName, terminalName, shiftCode]
    const known = cells.includes(null) ? cells.slice(0, cells.indexOf(null)) : cells
    const count = counts[known.length - 1]?.get(...known)
    return count !== undefined && count < few ? [inPlaces, inVoided] : null
  }
}

/** The business key is free again after a void, so what was voided is not in its index. */
const hasPlace = "phase <> 'voided' AND company_id IN (SELECT id FROM company)"
const inPlaces: Place = { from: 'record INDEXED BY record_business_key', filter: [hasPlace] }
const inVoided: Place = { from: 'record INDEXED BY record_ended', filter: [`${isEnded} AND phase = 'voided'`] }
