import type { AttentionCode } from '../../../../shared/domain/record.ts'
import type { Records } from '../port/records.ts'
import { attemptColumns, type EventRow, eventOf, keptAttemptOf, outcomeColumns } from '../rows/event-row.ts'
import { endedSql, openInvalidSql, pendingOrValidSql } from '../rows/record-row.ts'
import { supplierKeyOf } from '../rows/search-text.ts'
import { beyond, type Engine, firstRow, raw, readCount, readValue, type Statement, sql } from '../sql.ts'
import { recordCounter } from './record-counts.ts'
import { listOf, shiftsOf, soldBetweenOf } from './record-list.ts'
import { needsPersonSeqs, selectUnion, sourcesOfAll } from './record-places.ts'
import {
  andFilter,
  andOutlets,
  columnsWithReferredTo,
  companyIdSql,
  type ListedRow,
  listedRowReader,
  recordsWithCompany,
  selectListed,
} from './record-rows.ts'
import { emptyIfDamage, type RecordReader, recordEventsSql, recordsReader, selectEvents } from './stored-of.ts'

export interface RecordDeps {
  readonly stored: RecordReader
  /** The stored body is not what the till sent. */
  readonly bodyDamaged: (seq: number) => void
}

type Context = Engine & RecordDeps

/** Reads only. */
export function recordReads(engine: Engine, deps: RecordDeps): Omit<Records, 'write'> {
  const context = { ...engine, ...deps }
  return {
    ...lookUps(context),
    ...history(context),
    list: listOf(context),
    soldBetween: soldBetweenOf(context),
    shifts: shiftsOf(context),
    count: recordCounter(context),
    range: rangeOf(context),
    ...needs(context),
  }
}

function lookUps({ read, dialect, stored }: Context) {
  const found = recordsReader({ read }, stored)
  const all = (where: Statement) => found(sql`${recordsWithCompany(dialect)} WHERE ${where}`)
  const one = async (where: Statement) => (await all(where))[0] ?? null
  const notesOf = (original: number, which: string) =>
    all(sql`record.seq IN (SELECT note_seq FROM reference WHERE original_seq = ${original}) AND ${raw(which)}
      ORDER BY record.seq`)
  return {
    byGuid: (saleGuid) => one(sql`sale_guid = ${saleGuid}`),
    async byKey(family, kind, { companyCode, outletName, terminalName, shiftCode, saleCode }) {
      const keyed = sql`company_id = (SELECT id FROM company WHERE code = ${companyCode}) AND outlet_name = ${outletName}
        AND terminal_name = ${terminalName} AND shift_code = ${shiftCode} AND sale_code = ${saleCode}
        AND family = ${family} AND kind = ${kind}`
      const live = await one(sql`${keyed} AND phase <> 'voided'`)
      if (live) return { live, latestVoided: null }
      return { live, latestVoided: await one(sql`${keyed} AND voided_at IS NOT NULL ORDER BY record.seq DESC LIMIT 1`) }
    },
    byNumber({ companyGuid, family, documentNumber, otherParty }) {
      const numbered = sql`company_id = ${companyIdSql(companyGuid)} AND document_number = ${documentNumber}
        AND family = ${family} AND phase <> 'voided'`
      return all(
        otherParty === undefined
          ? numbered
          : sql`${numbered} AND supplier = ${supplierKeyOf({ family }, { otherParty })}`,
      )
    },
    originals: (noteSeq) =>
      all(sql`record.seq IN (SELECT original_seq FROM reference WHERE note_seq = ${noteSeq}) ORDER BY record.seq`),
    allNotesOn: (originalSeq) => notesOf(originalSeq, 'TRUE'),
    notesOn: (originalSeq) => notesOf(originalSeq, pendingOrValidSql),
  } satisfies Partial<Records>
}

interface BodyRow {
  readonly body: Uint8Array
}

function history({ read, dialect, isDamage, unpacked, stored, bodyDamaged }: Context) {
  const { thenJoin } = dialect
  return {
    async body(seq, revision) {
      const kept = await firstRow(
        read<BodyRow>(sql`SELECT body FROM ${recordEventsSql(seq)} AND revision = ${revision}`),
      )
      if (!kept) throw new Error(`record ${seq} has no revision ${revision}`)
      const plain = unpacked(kept.body)
      // A damaged body must not hide the other events.
      if (!plain) bodyDamaged(seq)
      return plain
    },
    async changedAfter(eventSeq, whose, limit) {
      // With the record's last event.
      const rows = await read<ListedRow & { readonly event_seq: number }>(
        sql`SELECT ${raw(columnsWithReferredTo)}, event.seq AS event_seq
            FROM event ${thenJoin} record ON record.seq = event.record_seq AND record.version = event.version
            ${thenJoin} company ON company.id = record.company_id
            WHERE event.seq > ${eventSeq} ${andFilter(dialect, whose)} ORDER BY event.seq LIMIT ${limit}`,
      )
      const listed = listedRowReader(stored)
      return Promise.all(rows.map(async (row) => ({ ...(await listed(row)), eventSeq: row.event_seq })))
    },
    lastEventSeq: async () => (await readValue<number>({ read }, sql`SELECT max(seq) AS value FROM event`)) ?? 0,
    events: async (seq) => (await read<EventRow>(selectEvents(seq))).map(eventOf),
    attempts: async (seq) =>
      // In the order of claims, because the clock may have been set back.
      (
        await read<Parameters<typeof keptAttemptOf>[0]>(
          sql`SELECT ${raw(`${attemptColumns}, ${outcomeColumns}`)}
              FROM attempt LEFT JOIN attempt_outcome ON attempt_id = id
              WHERE record_seq = ${seq} ORDER BY attempt.seq`,
        )
      ).map(keptAttemptOf),
    async payload(sha256) {
      // An unreadable page must not stop the whole company.
      const [kept] = await read<BodyRow>(sql`SELECT body FROM payload WHERE sha256 = ${sha256}`).catch(
        emptyIfDamage(isDamage),
      )
      return kept ? unpacked(kept.body) : null
    },
  } satisfies Partial<Records>
}

/** Page by page. An outlet's page may have to skip many records of others. */
function rangeOf({ read, dialect, stored }: Context): Records['range'] {
  return async ({ companyGuid, outlets, family, kind, from, to, outletName, after, limit }) => {
    const { day, seq } = after ?? { day: from, seq: 0 }
    const ofOutlet = outletName === null ? sql`` : sql`AND outlet_name = ${outletName}`
    const wanted = sql`company_id = ${companyIdSql(companyGuid)} AND family = ${family} AND kind = ${kind}
      AND submitted_day <= ${to} AND ${beyond('submitted_day', '>', { at: day, seq })} ${ofOutlet}
      ${andOutlets(dialect, outlets)}`
    const rows = await read<ListedRow & { readonly submitted_day: string }>(
      sql`${selectListed(dialect)} WHERE record.seq IN (
            SELECT seq FROM (
              ${selectUnion(sourcesOfAll(dialect, 'record_range'), 'submitted_day, seq', wanted)}
              ORDER BY submitted_day, seq LIMIT ${limit}
            ) AS found
          ) ORDER BY submitted_day, record.seq`,
    )
    const listed = listedRowReader(stored)
    return Promise.all(rows.map(async (row) => ({ ...(await listed(row)), day: row.submitted_day })))
  }
}

function needs({ read, dialect, stored }: Context) {
  return {
    cancellableAfter: (companyGuid, { cancellableUntil, seq }, limit) =>
      recordsReader(
        { read },
        stored,
      )(sql`${recordsWithCompany(dialect)}
        WHERE company_id = ${companyIdSql(companyGuid)} AND phase = 'valid'
          AND (cancellable_until, record.seq) > (${cancellableUntil}, ${seq})
        ORDER BY cancellable_until, record.seq LIMIT ${limit}`),
    async attentions(whose) {
      const rows = await read<{ readonly attention: AttentionCode; readonly count: number }>(
        sql`SELECT attention, count(*) AS count FROM record ${dialect.by('record_attention')}
            WHERE attention IS NOT NULL ${andFilter(dialect, whose)} GROUP BY attention`,
      )
      return new Map(rows.map(({ attention, count }) => [attention, count]))
    },
    refusedNotes(whose) {
      const refused = sql`${raw(`${endedSql} AND ${openInvalidSql} AND kind <> 'invoice'`)} ${andFilter(dialect, whose)}`
      return readCount(
        { read },
        sql`SELECT count(*) AS count FROM record ${dialect.by('record_ended')} WHERE ${refused}`,
      )
    },
    needingPerson(whose) {
      const seqs = needsPersonSeqs(dialect, andFilter(dialect, whose))
      return readCount({ read }, sql`SELECT count(*) AS count FROM (${seqs}) AS found`)
    },
  } satisfies Partial<Records>
}
