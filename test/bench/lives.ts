import { createHash } from 'node:crypto'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Insertion, StoredRecord, Update } from '../../electron/gateway/store/port/records.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import type { Received, RecordEvent } from '../../shared/domain/event.ts'
import { companyGuid, customer } from '../support/till.ts'
import { type Documents, documentsFor } from './documents.ts'
import { openForPast } from './fill.ts'

/** The past of a shop: records with all their events, the newest of today. */
export interface Past {
  readonly records: number
  readonly days: number
  /** This many of the newest are receipts that wait for their consolidated document. */
  readonly waiting: number
  /** Of each sale; one if absent. */
  readonly lines?: number
  readonly isSigned?: boolean
}

const dayMs = 24 * 3_600_000
const outlets = ['KLCC', 'Bangsar', 'Ipoh'] as const
const tills = 12
const blockSize = 1_000
const goods = [
  'Beras 5 kg',
  'Gula 1 kg',
  'Kopi O',
  'Roti canai',
  'Sabun basuh 2 kg',
  'Teh tarik',
  'Minyak 3 l',
  'Telur 30',
]

interface Sale {
  readonly n: number
  readonly at: number
  readonly waits: boolean
}

/** The content of a sale, and the document that is sent of it. */
interface Paper {
  readonly lines: number
  readonly documentOf: Documents
}

/**
 * Writes a past into the store of a data directory, by the store's own writes, while no gateway runs. Rows, journal and
 * schedule are as a gateway leaves them, so a gateway can start on it.
 */
export async function liveThrough(dataDir: string, past: Past, told: (made: number) => void): Promise<void> {
  const store = await openForPast(dataDir)
  const paper = { lines: past.lines ?? 1, documentOf: await documentsFor({ isSigned: past.isSigned ?? false }) }
  const begin = Date.now() - past.days * dayMs
  const every = (past.days * dayMs - 60_000) / past.records
  for (let from = 0; from < past.records; from += blockSize) {
    const size = Math.min(blockSize, past.records - from)
    const sales = Array.from({ length: size }, (_, index): Sale => {
      const n = from + index
      return { n, at: Math.round(begin + n * every), waits: n >= past.records - past.waiting }
    })
    await liveBlock(store, sales, paper)
    told(from + size)
  }
  await store.upkeep.close()
}

async function liveBlock(store: Store, sales: readonly Sale[], { lines, documentOf }: Paper): Promise<void> {
  const bodies = new Map<string, object>()
  const writes = sales.map((sale) => insertionOf(sale, lines, bodies))
  const stored = await written(store, writes)
  const sent = stored.filter((_, at) => sales[at]?.waits !== true)
  const claims = sent.map((was) => claimOf(was, documentOf(was.record, bodies.get(was.record.saleGuid) ?? {})))
  const claimed = await written(store, claims)
  const taken = await written(store, claimed.map(takeOf))
  await written(store, taken.map(validationOf))
}

async function written(store: Store, writes: readonly (Insertion | Update)[]): Promise<readonly StoredRecord[]> {
  if (writes.length === 0) return []
  const answer = await store.records.write({ writes })
  if (!answer.ok) throw new Error(`a past could not be written: ${answer.why}`)
  return answer.stored
}

const padded = (n: number) => String(n).padStart(7, '0')

/** @param bodies gets the till's body of each sale, by SALE_GUID */
function insertionOf({ n, at, waits }: Sale, lines: number, bodies: Map<string, object>): Insertion {
  const till = n % tills
  const saleCode = `R${padded(n)}`
  const identity = {
    saleGuid: systemRandomness.guid(),
    family: 'sale',
    kind: 'invoice',
    companyGuid,
    companyCode: 'DEMO',
    outletName: outlets[till % outlets.length] ?? 'KLCC',
    terminalName: `T${till + 1}`,
    shiftCode: dayOf(at, 'Asia/Kuala_Lumpur').replaceAll('-', ''),
    saleCode,
  } as const
  const { outletName, terminalName, shiftCode } = identity
  const issuedAt = at - 1_000
  const content = {
    documentNumber: `${outletName}-${terminalName}-${shiftCode}-${saleCode}`,
    currencyCode: 'MYR',
    totalPayable: `${((n % 90) + 10) * lines}.00`,
    issuedAt,
    consolidated: waits,
  }
  const body = bodyOf(identity, { price: `${(n % 90) + 10}.00`, lines, waits, issuedAt })
  bodies.set(identity.saleGuid, body)
  const event: Received = { type: 'received', at, identity, content, holds: null }
  return {
    kind: 'insert',
    event,
    by: 'bench',
    dueAt: at,
    day: dayOf(at, 'Asia/Kuala_Lumpur'),
    body: Buffer.from(JSON.stringify(body)),
    originals: [],
    mayFollowVoided: false,
  }
}

interface Sold {
  readonly price: string
  readonly lines: number
  readonly waits: boolean
  readonly issuedAt: number
}

function bodyOf(names: Received['identity'], { price, lines, waits, issuedAt }: Sold): object {
  return {
    COMPANY_CODE: names.companyCode,
    OUTLET_NAME: names.outletName,
    TERMINAL_NAME: names.terminalName,
    SHIFT_CODE: names.shiftCode,
    SALE_CODE: names.saleCode,
    ISSUED_AT: new Date(issuedAt).toISOString(),
    ...(waits ? { CONSOLIDATE: true } : { BUYER: { ...customer, NAME: `Pembeli Contoh ${names.saleCode} Sdn. Bhd.` } }),
    PAYMENT_METHOD: '01',
    LINES: Array.from({ length: lines }, (_, at) => ({
      DESCRIPTION: `${goods[at % goods.length]}`,
      CLASSIFICATION_CODES: ['022'],
      QUANTITY: 1,
      UNIT_CODE: 'C62',
      UNIT_PRICE: price,
      TAXES: [{ TAX_TYPE: '06' }],
    })),
  }
}

const after = (was: StoredRecord, event: Exclude<RecordEvent, Received>, more: Partial<Update> = {}): Update => ({
  kind: 'update',
  was,
  event,
  by: null,
  dueAt: event.at,
  ...more,
})

function claimOf(was: StoredRecord, payload: Buffer): Update {
  const at = was.record.submittedAt + 2_000
  const id = systemRandomness.guid()
  const sha256 = createHash('sha256').update(payload).digest('hex')
  const attempt = { id, batchId: id, revision: 1, sha256, payload, documentTime: at, claimedAt: at, sendDeadline: at }
  return after(was, { type: 'claimed', at, attemptId: id, documentTime: at }, { attempt })
}

const nameOf = (prefix: string, seq: number) => `${prefix}${seq.toString(36).toUpperCase().padStart(24, '0')}`

function takeOf(claimed: StoredRecord): Update {
  const { submittedAt, attemptId } = claimed.record
  const at = submittedAt + 2_500
  const reference = { uuid: nameOf('UU', claimed.seq), submissionUid: nameOf('SU', claimed.seq) }
  const outcome = { kind: 'accepted', ...reference } as const
  const answered = { at, outcome, httpStatus: 202, correlationId: null, answer: null }
  return after(claimed, { type: 'taken', at, ...reference }, { outcome: { attemptId: attemptId ?? '', ...answered } })
}

function validationOf(taken: StoredRecord): Update {
  const at = taken.record.submittedAt + 5_500
  return after(taken, {
    type: 'validated',
    at,
    longId: nameOf('LL', taken.seq),
    validatedAt: at,
    cancellableUntil: at + 3 * dayMs,
  })
}
