import type { AttentionCode } from '../../../../shared/domain/attention.ts'
import { type AttemptRow, eventOf, keptAttemptOf } from '../../store/kept/history-rows.ts'
import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import { isEnded, needsPersonSql, referredTo } from '../../store/kept/status-sql.ts'
import type { RangeQuery, Records } from '../../store/port/records.ts'
import { type Ask, amongOutlets, first, textsCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import { keyCells, keyed, notesOn } from './changes.ts'
import { prepareRecordCounts, prepareRecordList } from './list.ts'
import { prepareOutages } from './outages.ts'
import { prepareShiftList } from './shift-list.ts'
import { prepareSoldBetween } from './sold.ts'
import { eventRows, type ListedRow, listed, listedColumns, type StoredOf, shownBy } from './stored.ts'

const ofCompany = '($1::bigint IS NULL OR company_id = $1)'
const ofOutlets = `($2::jsonb IS NULL OR ${amongOutlets('$2')})`

interface Context {
  readonly read: Ask
  readonly companies: CompanyIds
  readonly stored: StoredOf
}

/** The reading half of the records. */
export function prepareRecordReads(context: Context): Omit<Records, 'write'> {
  const { read, companies } = context
  return {
    ...prepareLookups(context),
    ...prepareHistoryReads(context),
    range: prepareRange(context),
    list: prepareRecordList(context),
    soldBetween: prepareSoldBetween(context),
    count: prepareRecordCounts(read, companies),
    shifts: prepareShiftList(read, companies),
    outages: prepareOutages(read, companies),
    ...prepareNeeds(context),
  }
}

type Lookups = 'byGuid' | 'byKey' | 'byNumber' | 'isReferredTo' | 'originals' | 'waitingNotes' | 'notesOn'

/** Records by their names and by who refers to whom. */
function prepareLookups({ read, companies, stored }: Context): Pick<Records, Lookups> {
  const one = async (where: string, ...cells: readonly (string | number)[]) => {
    const row = await first(read<NamedRow>(`${named} WHERE ${where}`, ...cells))
    return row ? stored(row) : null
  }
  const all = async (text: string, seq: number) => Promise.all((await read<NamedRow>(text, seq)).map(stored))
  const bySeqs = (seqs: string) => `${named} WHERE seq IN (${seqs}) ORDER BY seq`
  return {
    byGuid: (saleGuid) => one('sale_guid = $1', saleGuid),
    async byKey(family, kind, key) {
      const company = await first(read<{ id: number }>('SELECT id FROM company WHERE code = $1', key.companyCode))
      if (!company) return { live: null, latestVoided: null }
      const cells = keyCells(company.id, { ...key, family, kind }) as readonly (string | number)[]
      const live = await one(`${keyed} AND phase <> 'voided'`, ...cells)
      const ofVoided = `${keyed} AND voided_at IS NOT NULL ORDER BY seq DESC LIMIT 1`
      return { live, latestVoided: live ? null : await one(ofVoided, ...cells) }
    },
    async byNumber({ companyGuid, family, kind, documentNumber }) {
      const holds = "company_id = $1 AND document_number = $2 AND family = $3 AND kind = $4 AND phase <> 'voided'"
      return one(holds, await companies.idOf(companyGuid), documentNumber, family, kind)
    },
    async isReferredTo(seq) {
      return (await first(read<{ is: boolean }>(`SELECT ${referredTo('$1::bigint')} AS is`, seq)))?.is === true
    },
    originals: (noteSeq) => all(bySeqs('SELECT original_seq FROM reference WHERE note_seq = $1'), noteSeq),
    waitingNotes: (originalSeq) =>
      all(
        `${named} WHERE seq IN (SELECT note_seq FROM reference WHERE original_seq = $1) AND phase IN ('held', 'queued')
         ORDER BY seq`,
        originalSeq,
      ),
    notesOn: (originalSeq) => all(bySeqs(notesOn('seq').replace(' ORDER BY seq', '')), originalSeq),
  }
}

type History = 'body' | 'changedAfter' | 'lastEventSeq' | 'events' | 'attempts' | 'payload'

/** What happened, in its order. */
function prepareHistoryReads({ read, companies, stored }: Context): Pick<Records, History> {
  return {
    async body(seq, revision) {
      const text = 'SELECT body FROM event WHERE record_seq = $1 AND revision = $2'
      const row = await first(read<{ body: Uint8Array }>(text, seq, revision))
      if (!row) throw new Error(`record ${seq} has no revision ${revision}`)
      return row.body
    },
    async changedAfter(eventSeq, companyGuid, limit) {
      // Each record once, at its last event: the one that made the version it has.
      const rows = await read<ListedRow & { readonly event_seq: number }>(
        `SELECT ${listedColumns}, event.seq AS event_seq
         FROM event JOIN record ON record.seq = event.record_seq AND record.version = event.version
         JOIN company ON company.id = record.company_id
         WHERE event.seq > $2 AND ${ofCompany} ORDER BY event.seq LIMIT $3`,
        await companies.idOrNull(companyGuid),
        eventSeq,
        limit,
      )
      const shown = shownBy(stored)
      return Promise.all(rows.map(async (row) => ({ ...(await shown(row)), eventSeq: row.event_seq })))
    },
    async lastEventSeq() {
      return (await first(read<{ event_seq: number }>('SELECT event_seq FROM place')))?.event_seq ?? 0
    },
    events: async (seq) => (await eventRows(read, seq)).map(eventOf),
    async attempts(seq) {
      // In the order of the claims: the clock may have been set back between two of them.
      const rows = await read<Omit<AttemptRow, 'answer'> & { readonly answer: Buffer | null }>(
        `SELECT attempt.*, outcome.at, outcome.kind, outcome.reason, outcome.http_status, outcome.correlation_id, outcome.answer
         FROM attempt LEFT JOIN attempt_outcome outcome ON attempt_id = id
         LEFT JOIN event
           ON event.record_seq = attempt.record_seq AND event.type = 'claimed' AND event.facts::json ->> 'attemptId' = id
         WHERE attempt.record_seq = $1 ORDER BY event.version, claimed_at, id`,
        seq,
      )
      return rows.map((row) => keptAttemptOf({ ...row, answer: row.answer?.toString() ?? null }))
    },
    async payload(sha256) {
      const row = await first(read<{ body: Uint8Array }>('SELECT body FROM payload WHERE sha256 = $1', sha256))
      return row?.body ?? null
    },
  }
}

type RangedRow = ListedRow & { readonly submitted_day: string }

/** In the order of their days, page by page. */
function prepareRange({ read, companies, stored }: Context): Records['range'] {
  const text = (outlet: string) =>
    `${listed} WHERE company_id = $1 AND family = $2 AND kind = $3 AND submitted_day <= $4
       AND (submitted_day, seq) > ($5, $6) ${outlet} ORDER BY submitted_day, seq LIMIT $7`
  return async ({ companyGuid, family, kind, from, to, outletName, after, limit }: RangeQuery) => {
    const { day, seq } = after ?? { day: from, seq: 0 }
    const cells = [await companies.idOf(companyGuid), family, kind, to, day, seq, limit]
    const rows =
      outletName === null
        ? await read<RangedRow>(text(''), ...cells)
        : await read<RangedRow>(text('AND outlet_name = $8'), ...cells, outletName)
    const shown = shownBy(stored)
    return Promise.all(rows.map(async (row) => ({ ...(await shown(row)), day: row.submitted_day })))
  }
}

/** What somebody has to look after. */
function prepareNeeds({
  read,
  companies,
  stored,
}: Context): Pick<Records, 'cancellableAfter' | 'attentions' | 'needingPerson'> {
  return {
    async cancellableAfter(companyGuid, { cancellableUntil, seq }, limit) {
      const rows = await read<NamedRow>(
        `${named} WHERE company_id = $1 AND phase = 'valid' AND (cancellable_until, seq) > ($2, $3)
         ORDER BY cancellable_until, seq LIMIT $4`,
        await companies.idOf(companyGuid),
        cancellableUntil,
        seq,
        limit,
      )
      return Promise.all(rows.map(stored))
    },
    async attentions(companyGuid, outletNames) {
      const rows = await read<{ readonly attention: AttentionCode; readonly count: number }>(
        `SELECT attention, count(*) AS count FROM record WHERE attention IS NOT NULL AND ${ofCompany} AND ${ofOutlets}
         GROUP BY attention`,
        await companies.idOrNull(companyGuid),
        outletNames ? textsCell(outletNames) : null,
      )
      return new Map(rows.map(({ attention, count }) => [attention, count]))
    },
    async needingPerson(companyGuid, outletNames) {
      const row = await first(
        read<{ readonly count: number }>(
          `SELECT count(*) AS count FROM record
           WHERE (attention IS NOT NULL OR ${isEnded}) AND ${needsPersonSql} AND ${ofCompany} AND ${ofOutlets}`,
          await companies.idOrNull(companyGuid),
          outletNames ? textsCell(outletNames) : null,
        ),
      )
      return row?.count ?? 0
    },
  }
}
