import type { Database } from 'better-sqlite3'
import type { AttentionCode } from '../../../../shared/domain/attention.ts'
import type { CompanyIds } from '../areas/company-ids.ts'
import { prepareOutages } from '../areas/outages.ts'
import { prepareShiftList } from '../areas/shift-list.ts'
import { type AttemptRow, type EventRow, eventOf, keptAttemptOf } from '../kept/history-rows.ts'
import { unpacked } from '../kept/packed.ts'
import type { RecordRow } from '../kept/rows.ts'
import { referredTo } from '../kept/status-sql.ts'
import type { Records } from '../port/records.ts'
import { unlessDamaged } from '../recovery/damage.ts'
import { needsPersonSeqs } from './concern.ts'
import { type ListedRow, prepareRecordCounts, prepareRecordList, prepareSoldBetween } from './list.ts'
import { amongOutlets, keyed, notesOn } from './sql.ts'
import { type StoredOf, storedAsWritten } from './stored.ts'

type RangedRow = ListedRow & { readonly submitted_day: string }

const isReferredToHere = referredTo('record.seq')

interface ReadDeps {
  /** What the till sent of a record is not what was kept. */
  readonly bodyDamaged: (seq: number) => void
}

/** For whoever only looks: what cannot be read is told to nobody. */
const untold: ReadDeps = { bodyDamaged: () => undefined }

/** The reading half of the records; every statement is prepared once. */
export function prepareRecordReads(
  database: Database,
  companies: CompanyIds,
  stored: StoredOf = storedAsWritten(companies),
  { bodyDamaged }: ReadDeps = untold,
): Omit<Records, 'write'> {
  const storedOrNull = (row: RecordRow | undefined) => (row ? stored(row) : null)

  const byGuid = database.prepare<[string], RecordRow>('SELECT * FROM record WHERE sale_guid = ?')
  const liveByKey = database.prepare<unknown[], RecordRow>(`SELECT * FROM record WHERE ${keyed} AND phase <> 'voided'`)
  // The latest is picked by us: with ORDER BY beside bound values SQLite plans anew at every call, ten times dearer.
  const voidedByKey = database.prepare<unknown[], RecordRow>(
    `SELECT * FROM record WHERE ${keyed} AND voided_at IS NOT NULL`,
  )
  const byNumber = database.prepare<unknown[], RecordRow>(
    `SELECT * FROM record WHERE company_id = ? AND document_number = ? AND family = ? AND kind = ? AND phase <> 'voided'`,
  )
  const body = database
    .prepare<[number, number], Buffer>('SELECT body FROM event WHERE record_seq = ? AND revision = ?')
    .pluck()
  const isReferredTo = database
    .prepare<[number], number>(`SELECT ${isReferredToHere} FROM record WHERE seq = ?`)
    .pluck()
  const originals = database.prepare<[number], RecordRow>(
    'SELECT record.* FROM reference JOIN record ON record.seq = original_seq WHERE note_seq = ? ORDER BY record.seq',
  )
  const waitingNotes = database.prepare<[number], RecordRow>(
    `SELECT record.* FROM reference JOIN record ON record.seq = note_seq
     WHERE original_seq = ? AND record.phase IN ('held', 'queued') ORDER BY record.seq`,
  )
  const notes = database.prepare<[number], RecordRow>(notesOn('record.*'))
  const listed = `SELECT record.*, ${isReferredToHere} AS referred_to FROM record`
  const ofKind = `${listed} WHERE company_id = ? AND family = ? AND kind = ?`
  // A row-value comparison would walk the whole first day: the rest of one day, and then the days after it, do not.
  const inDay = database.prepare<unknown[], RangedRow>(
    `${ofKind} AND submitted_day = ? AND seq > ? ORDER BY seq LIMIT ?`,
  )
  const daysAfter = database.prepare<unknown[], RangedRow>(
    `${ofKind} AND submitted_day > ? AND submitted_day <= ? ORDER BY submitted_day, seq LIMIT ?`,
  )
  // Of an outlet found in the index alone: what others sold meanwhile is many a record that is none of it.
  const ofOutlet = (place: string) =>
    database.prepare<unknown[], RangedRow>(
      `${listed} WHERE record.seq IN (
         SELECT seq FROM record WHERE company_id = ? AND family = ? AND kind = ? AND ${place} AND outlet_name = ?
         ORDER BY submitted_day, seq LIMIT ?
       ) ORDER BY submitted_day, seq`,
    )
  const inDayOfOutlet = ofOutlet('submitted_day = ? AND seq > ?')
  const daysAfterOfOutlet = ofOutlet('submitted_day > ? AND submitted_day <= ?')
  // Each record once, at its last event: the one that made the version it has.
  const changed = database.prepare<unknown[], ListedRow & { readonly event_seq: number }>(
    `SELECT record.*, ${isReferredToHere} AS referred_to, event.seq AS event_seq
     FROM event CROSS JOIN record ON record.seq = event.record_seq AND record.version = event.version
     WHERE event.seq > ? AND (? IS NULL OR company_id = ?) ORDER BY event.seq LIMIT ?`,
  )
  const lastEventSeq = database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck()
  const events = database.prepare<[number], EventRow>(
    'SELECT seq, version, at, type, by, facts FROM event WHERE record_seq = ? ORDER BY version',
  )
  // In the order of the claims: the clock may have been set back between two of them.
  const attempts = database.prepare<[number], AttemptRow>(
    `SELECT attempt.*, outcome.at, outcome.kind, outcome.reason, outcome.http_status, outcome.correlation_id, outcome.answer
     FROM attempt LEFT JOIN attempt_outcome outcome ON attempt_id = id
     LEFT JOIN event ON event.record_seq = attempt.record_seq AND event.type = 'claimed' AND event.facts ->> 'attemptId' = id
     WHERE attempt.record_seq = ? ORDER BY event.version, claimed_at, id`,
  )
  const payload = database.prepare<[string], Buffer>('SELECT body FROM payload WHERE sha256 = ?').pluck()
  const attentions = database.prepare<unknown[], { readonly attention: AttentionCode; readonly count: number }>(
    `SELECT attention, count(*) AS count FROM record WHERE attention IS NOT NULL AND (? IS NULL OR company_id = ?)
     GROUP BY attention`,
  )
  const attentionsOfOutlets = database.prepare<
    unknown[],
    { readonly attention: AttentionCode; readonly count: number }
  >(
    `SELECT attention, count(*) AS count FROM record INDEXED BY record_attention
     WHERE attention IS NOT NULL AND company_id = ? AND ${amongOutlets('?')} GROUP BY attention`,
  )
  const needingPerson = database
    .prepare<unknown[], number>(
      `SELECT count(*) FROM (${needsPersonSeqs('(@company IS NULL OR company_id = @company)')})`,
    )
    .pluck()
  const needingPersonOfOutlets = database
    .prepare<unknown[], number>(
      `SELECT count(*) FROM (${needsPersonSeqs(`company_id = @company AND ${amongOutlets('@outlets')}`)})`,
    )
    .pluck()
  const cancellable = database.prepare<unknown[], RecordRow>(
    `SELECT * FROM record WHERE company_id = ? AND phase = 'valid' AND (cancellable_until, seq) > (?, ?)
     ORDER BY cancellable_until, seq LIMIT ?`,
  )
  const list = prepareRecordList(database, companies)
  const soldBetween = prepareSoldBetween(database, companies)
  const counts = prepareRecordCounts(database, companies)
  const shifts = prepareShiftList(database, companies)
  const outages = prepareOutages(database, companies)

  return {
    async byGuid(saleGuid) {
      return storedOrNull(byGuid.get(saleGuid))
    },
    async byKey(family, kind, key) {
      const company = companies.findByCode(key.companyCode)
      if (!company) return { live: null, latestVoided: null }
      const names = [company.id, key.saleCode, key.shiftCode, key.terminalName, key.outletName, family, kind]
      const live = storedOrNull(liveByKey.get(...names))
      return { live, latestVoided: live ? null : storedOrNull(latest(voidedByKey.all(...names))) }
    },
    async byNumber({ companyGuid, family, kind, documentNumber }) {
      return storedOrNull(byNumber.get(companies.idOf(companyGuid), documentNumber, family, kind))
    },
    async body(seq, revision) {
      const kept = body.get(seq, revision)
      if (!kept) throw new Error(`record ${seq} has no revision ${revision}`)
      const plain = unpacked(kept)?.plain
      // One damaged body is one record that a person looks at, and not a page that shows nothing.
      if (!plain) bodyDamaged(seq)
      return plain ?? null
    },
    async isReferredTo(seq) {
      return isReferredTo.get(seq) === 1
    },
    async originals(noteSeq) {
      return originals.all(noteSeq).map(stored)
    },
    async waitingNotes(originalSeq) {
      return waitingNotes.all(originalSeq).map(stored)
    },
    async notesOn(originalSeq) {
      return notes.all(originalSeq).map(stored)
    },
    async range({ companyGuid, family, kind, from, to, outletName, after, limit }) {
      const ofCell = [companies.idOf(companyGuid), family, kind]
      const outlet = outletName === null ? [] : [outletName]
      const { day, seq } = after ?? { day: from, seq: 0 }
      const started = (outletName === null ? inDay : inDayOfOutlet).all(...ofCell, day, seq, ...outlet, limit)
      const left = limit - started.length
      const rest =
        left === 0 ? [] : (outletName === null ? daysAfter : daysAfterOfOutlet).all(...ofCell, day, to, ...outlet, left)
      return [...started, ...rest].map((row) => ({
        ...stored(row),
        day: row.submitted_day,
        isReferredTo: row.referred_to === 1,
      }))
    },
    async list(query) {
      return list(query).map((row) => ({ ...stored(row), isReferredTo: row.referred_to === 1 }))
    },
    count: async (query) => counts(query),
    shifts: async (companyGuid, among, outletName) => shifts(companyGuid, among, outletName),
    async changedAfter(eventSeq, companyGuid, limit) {
      const companyId = companyGuid === null ? null : companies.idOf(companyGuid)
      return changed
        .all(eventSeq, companyId, companyId, limit)
        .map((row) => ({ ...stored(row), eventSeq: row.event_seq, isReferredTo: row.referred_to === 1 }))
    },
    async lastEventSeq() {
      return lastEventSeq.get() ?? 0
    },
    async events(seq) {
      return events.all(seq).map(eventOf)
    },
    async attempts(seq) {
      return attempts.all(seq).map(keptAttemptOf)
    },
    async payload(sha256) {
      // One page that cannot be read is one document that a person looks at, and not a company that sends nothing.
      const kept = unlessDamaged(() => payload.get(sha256))
      return (kept && unpacked(kept)?.plain) ?? null
    },
    async cancellableAfter(companyGuid, { cancellableUntil, seq }, limit) {
      return cancellable.all(companies.idOf(companyGuid), cancellableUntil, seq, limit).map(stored)
    },
    async attentions(companyGuid, outletNames) {
      const company = companyGuid === null ? null : companies.idOf(companyGuid)
      const rows = outletNames
        ? attentionsOfOutlets.all(company, JSON.stringify(outletNames))
        : attentions.all(company, company)
      return new Map(rows.map(({ attention, count }) => [attention, count]))
    },
    async needingPerson(companyGuid, outletNames) {
      const company = companyGuid === null ? null : companies.idOf(companyGuid)
      if (!outletNames) return needingPerson.get({ company }) ?? 0
      return needingPersonOfOutlets.get({ company, outlets: JSON.stringify(outletNames) }) ?? 0
    },
    async outages(companyGuid, most) {
      return outages(companyGuid, most)
    },
    async soldBetween(query) {
      return soldBetween(query).map(stored)
    },
  }
}

const latest = (rows: readonly RecordRow[]): RecordRow | undefined =>
  rows.toSorted((one, other) => one.seq - other.seq).at(-1)
