import { afterEach, beforeEach } from 'vitest'
import type { Company, Store } from '../../electron/gateway/store/port/port.ts'
import type { Insertion, StoredRecord, Update } from '../../electron/gateway/store/port/records.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import type { Received, RecordEvent } from '../../shared/domain/event.ts'
import { evolve, receive } from '../../shared/domain/evolve.ts'
import type { Content, Identity, RecordState } from '../../shared/domain/record.ts'
import { aContent, anIdentity, noon, received } from './records.ts'

/** A store that a test can close and open again. */
export interface Opened {
  readonly store: Store
  reopen(): Promise<Store>
  close(): Promise<void>
}
export type Open = () => Promise<Opened>

/** @param remove deletes its files or database */
export async function reopenable(open: () => Store | Promise<Store>, remove: () => unknown): Promise<Opened> {
  const store = await open()
  let current = store
  return {
    store,
    async reopen() {
      await current.upkeep.close()
      current = await open()
      return current
    },
    async close() {
      await current.upkeep.close()
      await remove()
    },
  }
}

export const aCompany = (over: Partial<Company['profile']> = {}): Company => ({
  profile: {
    companyGuid: '11111111-1111-4111-8111-111111111111',
    companyCode: 'DEMO',
    name: 'Kedai Kopi Contoh Sdn. Bhd.',
    tin: 'C20830570210',
    idType: 'BRN',
    idNumber: '202001234567',
    phone: '+60312345678',
    address: { lines: ['Lot 66'], city: 'Kuala Lumpur', stateCode: '14', countryCode: 'MYS' },
    msicCode: '56101',
    businessActivity: 'Restaurants',
    timeZone: 'Asia/Kuala_Lumpur',
    ...over,
  },
  rules: { consolidationLimit: '10000', mayConsolidateSelfBilled: false, roundsCash: true },
  updatedAt: noon,
})

export const otherCompany = aCompany({ companyGuid: '22222222-2222-4222-8222-222222222222', companyCode: 'OTHER' })

/** An empty store with one company, new for every test and closed after it. */
export function freshStore(open: Open) {
  let opened: Opened
  let store: Store
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await store.companies.save(aCompany(), 'control')
  })
  afterEach(() => opened.close())
  return {
    get store() {
      return store
    },
    async reopen(): Promise<Store> {
      store = await opened.reopen()
      return store
    },
  }
}

const padded = (n: number) => String(n).padStart(4, '0')

type Names = Partial<Identity & Content>
type Extras = Partial<Pick<Insertion, 'dueAt' | 'body' | 'originals' | 'by' | 'day'>> & {
  readonly at?: number
  readonly holds?: Received['holds']
}

/** A write of a new record, and the record itself. */
export type NewRecord = Insertion & { readonly record: RecordState }

/** The nth sale of the day, not stored yet, with its own names. */
export function insertion(
  n: number,
  names: Names = {},
  { at = noon, holds = null, ...extras }: Extras = {},
): NewRecord {
  const own = {
    saleGuid: `5e1f0000-0000-4000-8000-00000000${padded(n)}`,
    saleCode: padded(n),
    documentNumber: `N-${padded(n)}`,
  }
  const { documentNumber, currencyCode, totalPayable, issuedAt, consolidated } = { ...aContent(), ...own, ...names }
  const { saleGuid, family, kind, companyGuid, companyCode, outletName, terminalName, shiftCode, saleCode } = {
    ...anIdentity(),
    ...own,
    ...names,
  }
  const event = received({
    at,
    holds,
    identity: { saleGuid, family, kind, companyGuid, companyCode, outletName, terminalName, shiftCode, saleCode },
    content: { documentNumber, currencyCode, totalPayable, issuedAt, consolidated },
  })
  const body = Buffer.from(`{"SALE_CODE":"${saleCode}"}`)
  return {
    kind: 'insert',
    record: receive(event),
    event,
    by: 'token:Till 1',
    dueAt: null,
    day: dayOf(at, 'Asia/Kuala_Lumpur'),
    mayFollowVoided: true,
    body,
    ...extras,
  }
}

/** A write of a change, and the changed record. */
export type ChangedRecord = Update & { readonly record: RecordState }

export const update = (was: StoredRecord, event: Update['event'], extras: Partial<Update> = {}): ChangedRecord => ({
  kind: 'update',
  was,
  record: evolve(was.record, event),
  event,
  by: null,
  ...extras,
})

/** The stored body; undefined if it is damaged. */
export const keptBody = async (
  { records }: Store,
  { seq }: Pick<StoredRecord, 'seq'>,
  revision: number,
): Promise<Buffer> => Buffer.from((await records.body(seq, revision)) ?? [])

/** Stores a new record. @throws Error if the store refuses it */
export async function keep({ records }: Store, what: NewRecord): Promise<StoredRecord> {
  const written = await records.write({ writes: [what] })
  const [stored] = written.ok ? written.stored : []
  if (!stored) throw new Error(`not kept: ${JSON.stringify(written)}`)
  return stored
}

/** Stores events of a record in turn. @throws Error if the store refuses one */
export async function happen(
  { records }: Store,
  start: StoredRecord,
  ...events: Exclude<RecordEvent, Received>[]
): Promise<StoredRecord> {
  let now = start
  for (const event of events) {
    const written = await records.write({ writes: [update(now, event)] })
    const [stored] = written.ok ? written.stored : []
    if (!stored) throw new Error(`${event.type}: ${JSON.stringify(written)}`)
    now = stored
  }
  return now
}
