import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { recordCounts, recordList, shiftList } from '../../../shared/catalogue/shapes/record-list.ts'
import type { Sale } from '../../../shared/document/sale.ts'
import type { Concern } from '../../../shared/domain/concern.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import type { Status } from '../../../shared/domain/status.ts'
import type { Authority } from '../authority/port.ts'
import type { RecordView } from '../handlers/record-view.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import { readable } from '../sale-of-body.ts'
import type { Companies } from '../store/port.ts'
import type { ListedRecord, ListQuery, Records } from '../store/port-records.ts'

export interface ListParts {
  readonly records: Pick<Records, 'list' | 'count' | 'body'>
  readonly companies: Pick<Companies, 'byCode'>
  readonly authority: Pick<Authority, 'clock'>
  readonly view: RecordView
  /** A kept body as a sale, unchecked. */
  readonly saleIn: (body: Uint8Array, cell: Pick<RecordState, 'family' | 'kind'>) => Sale
}

const usualSize = '25'

/** Records for screens, the newest first, page by page (contract 10). */
export const listRecords =
  (parts: ListParts): Handler =>
  async (call) => {
    const size = Number(call.query['page_size'] ?? usualSize)
    const { before } = call.query
    const beforeSeq = before === undefined ? null : Number(before)
    const found = await parts.records.list({ ...(await queryOf(parts, call)), beforeSeq, limit: size + 1 })
    const rows = found.slice(0, size)
    const items = await Promise.all(rows.map((row) => shown(parts, row, call)))
    const next = found.length > size ? (rows.at(-1)?.seq ?? null) : null
    return ok({ items, next } satisfies z.output<typeof recordList>)
  }

/** How many there are of each kind of what a list would show. */
export const countRecords =
  (parts: Pick<ListParts, 'records' | 'companies' | 'authority'>): Handler =>
  async (call) =>
    ok((await parts.records.count(await queryOf(parts, call))) satisfies z.output<typeof recordCounts>)

/** A few weeks of a shop. */
const recordsLookedAt = 20_000

/** Shifts to pick from, the newest first. */
export const listShifts =
  ({ records }: { readonly records: Pick<Records, 'shifts'> }): Handler =>
  async ({ caller }) => {
    const shifts = await records.shifts(caller.companyGuid, recordsLookedAt)
    return ok({
      items: shifts.map((shift) => ({
        COMPANY_CODE: shift.companyCode,
        OUTLET_NAME: shift.outletName,
        TERMINAL_NAME: shift.terminalName,
        SHIFT_CODE: shift.shiftCode,
        count: shift.count,
        newest_at: toWire(shift.newestAt),
      })),
    } satisfies z.output<typeof shiftList>)
  }

async function queryOf(
  parts: Pick<ListParts, 'companies' | 'authority'>,
  { query, headers, caller }: Call,
): Promise<Omit<ListQuery, 'beforeSeq' | 'limit'>> {
  const { company, outlet = null, terminal = null, shift = null, status, concern } = query
  return {
    companyGuid: company === undefined ? caller.companyGuid : await companyNamed(parts, company, caller.companyGuid),
    outletName: outlet,
    terminalName: terminal,
    shiftCode: shift,
    statuses: setOf(status) as readonly Status[],
    concerns: setOf(concern) as readonly Concern[],
    now: parts.authority.clock.now(),
    from: query['from'] ?? null,
    to: query['to'] ?? null,
    leastAmount: amountOf(query['least']),
    mostAmount: amountOf(query['most']),
    text: headers['search_text'] ?? null,
  }
}

const amountOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

/** In one order, so that the same question is the same statement. */
const setOf = (words: string | undefined): readonly string[] =>
  words === undefined ? [] : [...new Set(words.split(','))].toSorted()

/** @param own the one company the caller sees; null for all */
async function companyNamed(
  { companies }: Pick<ListParts, 'companies'>,
  code: string,
  own: string | null,
): Promise<string> {
  const guid = (await companies.byCode(code))?.profile.companyGuid
  if (guid === undefined || (own !== null && own !== guid)) throw new Fault('company_not_found')
  return guid
}

async function shown({ records, view, saleIn }: ListParts, row: ListedRecord, { language }: Call) {
  const { seq, day, record, isReferredTo } = row
  const body = await records.body(seq, record.revision)
  const sale = readable(() => saleIn(body, record))
  const party = record.family === 'self_billed' ? sale?.supplier : sale?.buyer
  return {
    version: record.version,
    day,
    party_name: party?.name ?? null,
    record: await view.showKnowing(record, isReferredTo, language),
  }
}
