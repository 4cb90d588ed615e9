import { type End, isSilenceSql, queuedMs, saysNothingSql, sendsLookedAt, spellsOf } from '../../store/kept/spells.ts'
import { byPhase } from '../../store/kept/status-sql.ts'
import type { Outage, Records } from '../../store/port/records.ts'
import { type Ask, first, numbersCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'

const ends = `SELECT newest.at, attempt.claimed_at AS "begunAt", record.seq,
    ${isSilenceSql} AS "isSilence"
  FROM (SELECT * FROM attempt_outcome ORDER BY seq DESC LIMIT ${sendsLookedAt}) newest
  JOIN attempt ON attempt.id = newest.attempt_id JOIN record ON record.seq = attempt.record_seq
  WHERE ($1::bigint IS NULL OR record.company_id = $1) AND NOT ${saysNothingSql}
  ORDER BY newest.seq`

const counts = `SELECT count(*) AS kept, count(*) FILTER (WHERE ${byPhase.unsent}) AS waiting,
    count(*) FILTER (WHERE ${byPhase.unanswered} OR ${byPhase.in_doubt}) AS confirming
  FROM record WHERE ((submitted_at BETWEEN $1 AND $2 AND (first_sent_at IS NULL OR first_sent_at >= $3))
      OR seq = ANY ($4::bigint[]))
    AND NOT ${byPhase.unconsolidated} AND phase <> 'voided' AND consolidated_into IS NULL
    AND ($5::bigint IS NULL OR company_id = $5)`

type Counts = Pick<Outage, 'kept' | 'waiting' | 'confirming'>

/**
 * When the authority could not be reached, from the sends that met it, the newest first; and what became of the
 * documents that were accepted meanwhile.
 */
export const prepareOutages =
  (read: Ask, companies: CompanyIds): Records['outages'] =>
  async (companyGuid, most) => {
    const company = await companies.idOrNull(companyGuid)
    const spells = spellsOf(await read<End>(ends, company))
    const newest = spells.slice(-most).toReversed()
    return Promise.all(
      newest.map(async ({ from, to, met }): Promise<Outage> => {
        const cells = [from - queuedMs, to ?? Number.MAX_SAFE_INTEGER, from, numbersCell(met), company]
        const { kept, waiting, confirming } = (await first(read<Counts>(counts, ...cells))) ?? none
        return { from, to, kept, waiting, confirming, sent: kept - waiting - confirming }
      }),
    )
  }

const none: Counts = { kept: 0, waiting: 0, confirming: 0 }
