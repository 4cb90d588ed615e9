import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { type End, isSilenceSql, queuedMs, saysNothingSql, sendsLookedAt, spellsOf } from '../kept/spells.ts'
import { byPhase } from '../kept/status-sql.ts'
import type { Outage } from '../port/records.ts'
import { prepareDaySpan } from '../records/day-span.ts'
import type { CompanyIds } from './company-ids.ts'

const dayMs = 86_400_000

type Counts = Pick<Outage, 'kept' | 'waiting' | 'confirming'>

/**
 * When the authority could not be reached, from the sends that met it, the newest first; and what became of the
 * documents that were accepted meanwhile.
 */
export function prepareOutages(
  database: Database,
  companies: CompanyIds,
): (companyGuid: string | null, most: number) => readonly Outage[] {
  const ends = database.prepare<unknown[], End>(
    `SELECT newest.at, attempt.claimed_at AS begunAt, record.seq, ${isSilenceSql} AS isSilence
     FROM (SELECT rowid AS place, * FROM attempt_outcome ORDER BY rowid DESC LIMIT ${sendsLookedAt}) newest
     JOIN attempt ON attempt.id = newest.attempt_id JOIN record ON record.seq = attempt.record_seq
     WHERE (@company IS NULL OR record.company_id = @company) AND NOT ${saysNothingSql}
     ORDER BY newest.place`,
  )
  const counts = database.prepare<unknown[], Counts>(
    `SELECT count(*) AS kept, coalesce(sum(${byPhase.unsent}), 0) AS waiting,
       coalesce(sum(${byPhase.unanswered} OR ${byPhase.in_doubt}), 0) AS confirming
     FROM record WHERE seq IN (
         SELECT seq FROM record WHERE seq BETWEEN ? AND ? AND submitted_at BETWEEN ? AND ?
           AND (first_sent_at IS NULL OR first_sent_at >= ?)
         UNION SELECT value FROM json_each(?)
       ) AND NOT ${byPhase.unconsolidated} AND phase <> 'voided' AND consolidated_into IS NULL
       AND (? IS NULL OR company_id = ?)`,
  )
  const spanOf = prepareDaySpan(database)
  return (companyGuid, most) => {
    const companyId = companyGuid === null ? null : companies.idOf(companyGuid)
    const spells = spellsOf(ends.all({ company: companyId }))
    return spells
      .slice(-most)
      .toReversed()
      .map(({ from, to, met }): Outage => {
        // A day more on each side, whatever zone the company's days are of.
        const span = spanOf(dayAt(from - dayMs), to === null ? null : dayAt(to + dayMs)) ?? { first: 0, last: -1 }
        const until = to ?? Number.MAX_SAFE_INTEGER
        const cells = [
          span.first,
          span.last,
          from - queuedMs,
          until,
          from,
          JSON.stringify([...met]),
          companyId,
          companyId,
        ]
        const { kept, waiting, confirming } = counts.get(...cells) ?? { kept: 0, waiting: 0, confirming: 0 }
        return { from, to, kept, waiting, confirming, sent: kept - waiting - confirming }
      })
  }
}

const dayAt = (at: Instant): string => new Date(at).toISOString().slice(0, 10)
