import { families, type Instant, kinds } from '../../../../shared/domain/record.ts'
import { byPhase } from '../kept/rows.ts'
import type { Outage, Records } from '../port/records.ts'
import { type Engine, first, raw, sql } from '../sql.ts'
import { ofCompany } from './record-rows.ts'

/** An answer so short before the next silence was a hiccup of the same outage. */
const hiccupMs = 60_000

/** So many of the newest ends of sends are looked at: days of a shop, and a moment's work. */
const sendsLookedAt = 5_000
/** What was accepted so long before, and not sent before, waited when it began. */
const queuedMs = 60_000

/** The authority did not answer; and ends that do not say whether it would have. */
const isSilenceSql = "coalesce(newest.reason, '') IN ('not_connected', 'timed_out', 'connection_broken')"
const saysNothingSql = "coalesce(newest.reason, '') IN ('deadline_passed', 'stopped_while_sending')"

type Context = Pick<Engine, 'read' | 'dialect'>
type Counts = Pick<Outage, 'kept' | 'waiting' | 'confirming'>

/**
 * When the authority could not be reached, from the sends that met it, the newest first; and what became of the
 * documents that were accepted meanwhile.
 */
export const outagesOf =
  (context: Context): Records['outages'] =>
  async (companyGuid, most) => {
    const ends = await context.read<End>(
      sql`SELECT newest.at, claimed_at AS "begunAt", record.seq,
            CASE WHEN ${raw(isSilenceSql)} THEN 1 ELSE 0 END AS "isSilence"
          FROM (SELECT * FROM attempt_outcome ORDER BY seq DESC LIMIT ${sendsLookedAt}) AS newest
          JOIN attempt ON attempt.id = newest.attempt_id JOIN record ON record.seq = attempt.record_seq
          WHERE NOT ${raw(saysNothingSql)} ${ofCompany(companyGuid)} ORDER BY newest.seq`,
    )
    const newest = spellsOf(ends).slice(-most).toReversed()
    return Promise.all(newest.map((spell) => outageOf(context, companyGuid, spell)))
  }

async function outageOf({ read, dialect }: Context, companyGuid: string | null, spell: Spell): Promise<Outage> {
  const { from, to, met } = spell
  const seqsMet = sql`SELECT CAST(value AS bigint) FROM ${dialect.textsOf(JSON.stringify([...met]))}`
  const counts = await first(
    read<Counts>(
      sql`SELECT count(*) AS kept, ${counted(byPhase.unsent)} AS waiting,
            ${counted(`${byPhase.unanswered} OR ${byPhase.in_doubt}`)} AS confirming
          FROM record
          WHERE seq IN (${acceptedIn(dialect, spell)} UNION ${seqsMet})
            AND ${raw(`NOT ${byPhase.unconsolidated}`)} AND phase <> 'voided' AND consolidated_into IS NULL
            ${ofCompany(companyGuid)}`,
    ),
  )
  const { kept, waiting, confirming } = counts ?? { kept: 0, waiting: 0, confirming: 0 }
  return { from, to, kept, waiting, confirming, sent: kept - waiting - confirming }
}

/** And not sent before. The index of ranges begins at a day, and a day more on each side is that of any time zone. */
const acceptedIn = ({ by }: Context['dialect'], { from, to }: Spell) =>
  sql`SELECT seq FROM record ${by('record_range')}
      WHERE company_id IN (SELECT id FROM company) AND family IN (${listed(families)}) AND kind IN (${listed(kinds)})
        AND submitted_day BETWEEN ${dayAt(from - dayMs)} AND ${to === null ? '9999-12-31' : dayAt(to + dayMs)}
        AND submitted_at BETWEEN ${from - queuedMs} AND ${to ?? Number.MAX_SAFE_INTEGER}
        AND (first_sent_at IS NULL OR first_sent_at >= ${from})`

const counted = (condition = 'FALSE') => raw(`count(*) FILTER (WHERE ${condition})`)
const listed = (words: readonly string[]) => raw(words.map((word) => `'${word}'`).join(', '))

const dayMs = 86_400_000
const dayAt = (at: Instant): string => new Date(at).toISOString().slice(0, 10)

/** How a send ended. */
interface End {
  readonly at: Instant
  readonly begunAt: Instant
  readonly seq: number
  readonly isSilence: 0 | 1
}

/** A time in which the authority did not answer. */
interface Spell {
  readonly from: Instant
  /** Null if nothing got through since. */
  to: Instant | null
  /** Records whose own send was not answered; they may have been accepted before. */
  readonly met: Set<number>
}

/** @param ends in their order */
function spellsOf(ends: readonly End[]): readonly Spell[] {
  const spells: Spell[] = []
  for (const { at, begunAt, seq, isSilence } of ends) {
    const last = spells.at(-1)
    if (!isSilence) {
      if (last?.to === null) last.to = at
      continue
    }
    const isSame = last !== undefined && (last.to === null || at - last.to < hiccupMs)
    if (isSame) {
      last.to = null
      last.met.add(seq)
    } else spells.push({ from: begunAt, to: null, met: new Set([seq]) })
  }
  return spells
}
