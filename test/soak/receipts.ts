import type { LedgerDocument } from '../../electron/gateway/authority/practice/ledger.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { RecordState } from '../../shared/domain/record.ts'

/** A consolidated document, with its present and former members. */
export interface Made {
  readonly record: RecordState
  readonly members: readonly RecordState[]
}

const pageSize = 1_000

/** All consolidated documents, also cancelled ones. */
export async function madeDocuments({ companies, consolidations }: Store): Promise<readonly Made[]> {
  const made: Made[] = []
  for (const { profile } of await companies.list())
    for (const run of await consolidations.runs(profile.companyGuid, 1_000_000))
      for (const { seq, record } of await consolidations.documents(run.id))
        made.push({ record, members: await membersOf(consolidations, seq) })
  return made
}

async function membersOf(consolidations: Store['consolidations'], seq: number): Promise<readonly RecordState[]> {
  const all: RecordState[] = []
  for (let afterSeq = 0; ; ) {
    const page = await consolidations.members(seq, afterSeq, pageSize)
    all.push(...page.map(({ record }) => record))
    const last = page.at(-1)
    if (!last) return all
    afterSeq = last.seq
  }
}

export interface ReceiptsWitness {
  /** Acknowledged receipts that were not converted to e-invoices. */
  readonly receipts: readonly RecordState[]
  readonly made: readonly Made[]
  readonly documents: readonly LedgerDocument[]
  readonly now: number
}

const sen = (amount: string | number) => Math.round(Number(amount) * 100)

/** Each receipt is in exactly one valid document and was never sent alone. A document is the sum of its receipts. */
export function judgeReceipts({ receipts, made, documents, now }: ReceiptsWitness) {
  const counting = documents.filter(({ status }) => status !== 'Invalid')
  const numbers = new Set(counting.map(({ internalId }) => internalId))
  const byUuid = new Map(counting.map((document) => [document.uuid, document]))
  const madeByGuid = new Map(made.map(({ record }) => [record.saleGuid, record]))
  // Receipts with a date in the future, by a clock that was ahead.
  const early = receipts.filter((receipt) => isWaiting(receipt) && receipt.issuedAt > now)
  const alone = receipts.filter(({ documentNumber }) => numbers.has(documentNumber))
  const astray = receipts.filter(
    (receipt) => !early.includes(receipt) && !isCovered(receipt, madeByGuid.get(receipt.consolidatedInto ?? '')),
  )
  const miscounted = [
    ...alone.map(({ documentNumber }) => `${documentNumber} went by itself, too`),
    ...astray.map(({ documentNumber, phase, consolidatedInto }) => {
      const into = madeByGuid.get(consolidatedInto ?? '')
      return `${documentNumber} is ${phase}, its document ${into?.documentNumber} ${into?.phase}`
    }),
    ...made
      .filter(({ record }) => record.phase === 'valid')
      .flatMap((each) => wrongSum(each, byUuid.get(each.record.authority?.uuid ?? '')) ?? []),
  ]
  const counted = receipts.length - early.length
  return { miscounted, consolidated: { documents: made.length, receipts: counted, waiting: early.length } }
}

const isWaiting = ({ phase, consolidatedInto }: RecordState) => phase === 'queued' && consolidatedInto === null

const isCovered = ({ phase, authority }: RecordState, into: RecordState | undefined): boolean =>
  phase === 'valid' && into?.phase === 'valid' && into.authority?.uuid === authority?.uuid

function wrongSum({ record, members }: Made, there: LedgerDocument | undefined): string | null {
  const inside = members.filter(({ consolidatedInto }) => consolidatedInto === record.saleGuid)
  const sum = inside.reduce((total, { totalPayable }) => total + sen(totalPayable), 0)
  const isRight = sum === sen(record.totalPayable) && sum === sen(there?.totals.payable ?? -1)
  if (isRight && inside.length === record.members) return null
  const { documentNumber, members: said } = record
  return `${documentNumber}: ${inside.length} of ${said} receipts, ${sum} sen, there ${there?.totals.payable}`
}
