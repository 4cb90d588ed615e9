import type { LedgerDocument } from '../../electron/gateway/authority/practice/ledger.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { needsPerson, type Status, statusOf } from '../../shared/domain/status.ts'

/** The result of comparing our records with the authority's ledger. Every list must be empty. */
export interface Judgement {
  /** Acknowledged with 202, but not at the authority. */
  readonly lost: readonly string[]
  /** Several valid documents with one number. */
  readonly doubles: readonly string[]
  /** Voided here, but valid there. */
  readonly voidedThere: readonly string[]
  /** The status here differs from the status there. */
  readonly differing: readonly string[]
  /** Documents at the authority without a record here. */
  readonly unknownDocuments: readonly string[]
  /** A till was told “voided” or “cancelled”, and the record is neither. */
  readonly broken: readonly string[]
  /** Neither final nor held for a reason. */
  readonly unfinished: readonly string[]
  readonly statuses: Readonly<Partial<Record<Status, number>>>
  /** Valid here, and cancelled on the portal later: valid documents are not polled again. */
  readonly unnoticed: number
}

export interface Witness {
  readonly store: Pick<Store, 'records'>
  readonly documents: readonly LedgerDocument[]
  /** All submissions that were acknowledged with 202. */
  readonly saleGuids: Iterable<string>
  /** Cancelled on the authority's portal. */
  readonly cancelledOnPortal: ReadonlySet<string>
  /** Sales that tills were told are voided, or cancelled. */
  readonly told?: { readonly voided: ReadonlySet<string>; readonly cancelled: ReadonlySet<string> }
}

/** Compares all records with the ledger, after all work is done. */
export async function judge({
  store,
  documents,
  saleGuids,
  cancelledOnPortal,
  told: promised,
}: Witness): Promise<Judgement> {
  const counting = documents.filter(({ status }) => status !== 'Invalid')
  const byNumber = Map.groupBy(counting, (document) => nameOf(document.typeCode, document.internalId))
  const lost: string[] = []
  const records: RecordState[] = []
  for (const saleGuid of saleGuids) {
    const stored = await store.records.byGuid(saleGuid)
    if (stored) records.push(stored.record)
    else lost.push(saleGuid)
  }
  const there = (record: RecordState) => byNumber.get(nameOf(typeCodeOf(record), record.documentNumber)) ?? []
  const isUnnoticed = (record: RecordState) =>
    record.phase === 'valid' &&
    there(record).every(({ uuid, status }) => status === 'Cancelled' && cancelledOnPortal.has(uuid))
  const told = (record: RecordState) =>
    `${record.documentNumber}: ${record.phase}, there ${
      there(record)
        .map(({ status }) => status)
        .join(' ') || 'nothing'
    }`
  const ours = new Set(records.map((record) => nameOf(typeCodeOf(record), record.documentNumber)))
  return {
    lost,
    doubles: [...byNumber].flatMap(([name, found]) => (found.length > 1 ? name : [])),
    voidedThere: records.filter((record) => record.phase === 'voided' && there(record).length > 0).map(told),
    differing: records.filter((record) => !isUnnoticed(record) && !agrees(record, there(record))).map(told),
    unknownDocuments: [...byNumber.keys()].filter((name) => !ours.has(name)),
    broken: records
      .filter(
        ({ saleGuid, phase }) =>
          (promised?.voided.has(saleGuid) && phase !== 'voided') ||
          (promised?.cancelled.has(saleGuid) && phase !== 'cancelled'),
      )
      .map(told),
    unfinished: records.filter(isUnfinished).map(told),
    statuses: Object.fromEntries([...Map.groupBy(records, statusOf)].map(([status, of]) => [status, of.length])),
    unnoticed: records.filter(isUnnoticed).length,
  }
}

export const isClean = ({
  lost,
  doubles,
  voidedThere,
  differing,
  unknownDocuments,
  broken,
  unfinished,
}: Judgement): boolean =>
  [lost, doubles, voidedThere, differing, unknownDocuments, broken, unfinished].every((list) => list.length === 0)

const typeCodes = { invoice: '01', credit_note: '02', debit_note: '03', refund_note: '04' } as const

const typeCodeOf = ({ kind, family }: RecordState): string =>
  family === 'sale' ? typeCodes[kind] : typeCodes[kind].replace('0', '1')

const nameOf = (typeCode: string, number: string) => `${typeCode} ${number}`

function agrees(record: RecordState, there: readonly LedgerDocument[]): boolean {
  switch (record.phase) {
    case 'valid':
    case 'cancelled':
      return there.length === 1 && there[0]?.uuid === record.authority?.uuid && there[0]?.status === statusOf(record)
    case 'invalid':
    case 'voided':
    case 'held':
      return there.length === 0
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'conflict':
    case 'submitted':
      return false
  }
}

/** A note may be held for ever if its original is gone. */
const isUnfinished = ({ phase, attention }: RecordState): boolean =>
  ['queued', 'sending', 'unknown', 'conflict', 'submitted'].includes(phase) ||
  (phase === 'held' && attention !== 'original_not_valid' && needsPerson(attention))
