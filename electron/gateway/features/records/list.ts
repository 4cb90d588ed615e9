import { setImmediate } from 'node:timers/promises'
import { addDays, dayOf } from '../../../../shared/domain/calendar.ts'
import type { AttentionCode, RecordState } from '../../../../shared/domain/record.ts'
import type { Concern } from '../../../../shared/domain/shift.ts'
import { type Status, statusOf } from '../../../../shared/domain/status.ts'
import { type Call, type CallTo, companyNamed, type OperatorHandlers, ok } from '../../http/call.ts'
import type { CountQuery, ListedRecord } from '../../store/port/records.ts'
import { parseSaleOrNull } from '../../stored-sale.ts'
import { amountGivenBack, isGivenBack } from '../consolidation/receipt-surroundings.ts'
import { nextSaleCursor, parseSaleCursor } from './cursors.ts'
import type { RecordDeps } from './find.ts'

const usualSize = '25'

export const listRoutes = (deps: RecordDeps) => {
  const withItems = createItemFilter(deps)
  return {
    listRecords: async (call) => {
      const size = Number(call.query.page_size ?? usualSize)
      const before = parseSaleCursor(call.query.before)
      const asked = await withItems(await queryOf(deps, call))
      const found = await deps.records.list({ ...asked, before, limit: size + 1 })
      const zones = new Map((await deps.companies.list()).map(({ profile }) => [profile.companyGuid, profile.timeZone]))
      const dayIn = ({ issuedAt, companyGuid }: RecordState) => dayOf(issuedAt, zones.get(companyGuid) ?? 'UTC')
      const items = await Promise.all(
        found.slice(0, size).map(async (row) => ({ day: dayIn(row.record), ...(await shown(deps, row, call)) })),
      )
      return ok({ items, next: nextSaleCursor(found, size) })
    },
    countRecords: async (call) => ok(await deps.records.count(await withItems(await queryOf(deps, call)))),
    /** Refused sales that the caller made, and those of the caller's till. */
    listRefusals: async ({ caller, language, query: { company, outlet, terminal } }) => {
      const asked = await queryOf(deps, { caller, headers: {}, query: { concern: 'attention,refused' } })
      const found = await deps.records.list({ ...asked, before: null, limit: mostLookedAt })
      const items = await Promise.all(
        found.map(async ({ seq, record, isReferredTo }) => {
          if (!isRefused(record)) return []
          const events = await deps.records.events(seq)
          const mine = events.some(
            ({ by, event }) => `for ${by}`.endsWith(`for ${caller.by}`) && submissions.includes(event.type),
          )
          const isHere =
            record.companyCode === company && record.outletName === outlet && record.terminalName === terminal
          return mine || isHere ? [{ mine, record: await deps.view.renderRecord(record, isReferredTo, language) }] : []
        }),
      )
      return ok({ items: items.flat() })
    },
  } satisfies Partial<OperatorHandlers>
}

type ListCall = Pick<CallTo<'countRecords'>, 'caller' | 'headers'> & {
  readonly query: CallTo<'listRecords'>['query']
}

export async function queryOf(deps: RecordDeps, { query, headers, caller }: ListCall): Promise<CountQuery> {
  const { company, outlet = null, terminal = null, shift = null, status, concern } = query
  return {
    companyGuid:
      company === undefined
        ? caller.companyGuid
        : (await companyNamed(deps.companies, company, caller)).profile.companyGuid,
    outlets: caller.outlets,
    outletName: outlet,
    terminalName: terminal,
    shiftCode: shift,
    statuses: setOf(status) as readonly Status[],
    concerns: setOf(concern) as readonly Concern[],
    now: deps.authority.clock.now(),
    from: query.from ?? (query.person === undefined ? null : daysAgo(deps)),
    to: query.to ?? null,
    leastHundredths: hundredthsOf(query.least),
    mostHundredths: hundredthsOf(query.most),
    text: headers.search_text ?? null,
    ...(query.consolidated && { isConsolidated: query.consolidated === 'only' }),
    ...(query.person !== undefined && { madeBy: await nameInJournal(deps, query.person) }),
  }
}

/** No index has who made a document: without a first day the newest are looked at. */
const daysOfPerson = 31
const daysAgo = ({ clock }: RecordDeps) => addDays(dayOf(clock.now(), 'UTC'), -daysOfPerson)

/** Nothing was made by a person who is not known. */
const nameInJournal = async ({ people }: RecordDeps, id: string): Promise<string> =>
  `person:${(await people.byId(id))?.name ?? ''}`

/** @param amount with two places at most */
function hundredthsOf(amount: string | undefined): number | null {
  if (amount === undefined) return null
  const [whole = '', cents = ''] = amount.split('.')
  return Number(`${whole}${cents.padEnd(2, '0')}`)
}

/** Sorted, so that the same question is the same SQL statement. */
const setOf = (words: string | undefined): readonly string[] =>
  words === undefined ? [] : [...new Set(words.split(','))].toSorted()

async function shown({ records, view }: RecordDeps, row: ListedRecord, { language }: Call) {
  const { seq, record, isReferredTo } = row
  const body = await records.body(seq, record.revision)
  const sale = parseSaleOrNull(body, record)
  const party = record.family === 'self_billed' ? sale?.supplier : sale?.buyer
  const notes = isReferredTo ? await records.notesOn(seq) : []
  return {
    version: record.version,
    party_name: party?.name ?? null,
    refunded: await isGivenBack(records, seq, notes),
    refunded_amount: await amountGivenBack(records, record, notes),
    record: await view.renderRecord(record, isReferredTo, language),
  }
}

/** So many of the newest refusals are looked through, because only new ones are announced. */
const mostLookedAt = 200
/** Nothing happens to these until a person changes something. */
const stuck: readonly (AttentionCode | null)[] = ['cannot_be_sent', 'original_not_valid']
const submissions: readonly string[] = ['received', 'revised']

/** Consolidated documents are left to the supervisor: many people made their receipts. */
const isRefused = (record: RecordState): boolean =>
  record.members === 0 && (statusOf(record) === 'Invalid' || stuck.includes(record.attention))

/** No index has the items, so bodies are read: a tenth of a millisecond each. */
const mostRead = 1000

/**
 * Adds the records to a search whose items have all its words: of the newest ones that the other filters let through.
 * A list and its counts, asked for at the same time, share one look.
 */
function createItemFilter({ records }: Pick<RecordDeps, 'records'>): (query: CountQuery) => Promise<CountQuery> {
  const running = new Map<string, Promise<readonly number[]>>()
  const look = async (query: CountQuery, words: readonly string[]) => {
    const seqs: number[] = []
    for (const { seq, record } of await records.list({ ...query, before: null, limit: mostRead })) {
      const sale = parseSaleOrNull(await records.body(seq, record.revision), record)
      const items = sale?.lines.map(({ description }) => description.toLowerCase()).join('\n') ?? ''
      if (words.every((word) => items.includes(word))) seqs.push(seq)
      // A till that sends meanwhile is answered in between.
      await setImmediate()
    }
    return seqs
  }
  return async (query) => {
    // Numbers, links and scanned codes are no items.
    if (!/^(?!(?=.*\d)\S{8,}$)[^/]*\p{L}[^/]*$/u.test(query.text ?? '')) return query
    const ofAnyStatus = { ...query, text: null, statuses: [], concerns: [], now: 0 }
    const words = (query.text ?? '').toLowerCase().trim().split(/\s+/)
    const key = JSON.stringify([ofAnyStatus, words])
    const found = running.get(key) ?? look(ofAnyStatus, words).finally(() => running.delete(key))
    running.set(key, found)
    return { ...query, foundByItem: await found }
  }
}
