import type { LedgerDocument } from '../../electron/gateway/authority/practice/ledger/document.ts'
import type { Store } from '../../electron/gateway/store/port.ts'
import type { RecordState } from '../../shared/domain/record.ts'

/** A consolidated document and everything that is or was part of it. */
export interface Made {
  readonly record: RecordState
  readonly members: readonly RecordState[]
}

const pageSize = 1_000

/** Every consolidated document there ever was. */
export async function madeDocuments({ companies, consolidations }: Store): Promise<readonly Made[]> {
  const made: Made[] = []
  for (const { profile } of await companies.list())
    for (const run of await consolidations.runs(profile.companyGuid, 1_000_000))
      for (const { seq, record } of await consolidations.documents(run.id)) {
        const members: RecordState[] = []
        for (let afterSeq = 0; ; ) {
          const page = await consolidations.members(seq, afterSeq, pageSize)
          members.push(...page.map((each) => each.record))
          const last = page.at(-1)
          if (!last) break
          afterSeq = last.seq
        }
        made.push({ record, members })
      }
  return made
}

export interface ReceiptsWitness {
  /** Answered for, and not made e-invoices of their own. */
  readonly receipts: readonly RecordState[]
  readonly made: readonly Made[]
  readonly documents: readonly LedgerDocument[]
  readonly now: number
}

const sen = (amount: string | number) => Math.round(Number(amount) * 100)

/** Each receipt is in exactly one document that counts, which is the sum of its receipts, and nowhere by itself. */
export function judgeReceipts({ receipts, made, documents, now }: ReceiptsWitness) {
  const counting = documents.filter(({ status }) => status !== 'Invalid')
  const numbers = new Set(counting.map(({ internalId }) => internalId))
  const byUuid = new Map(counting.map((document) => [document.uuid, document]))
  const madeByGuid = new Map(made.map((each) => [each.record.saleGuid, each]))
  const miscounted: string[] = []
  let waiting = 0
  for (const receipt of receipts) {
    const { documentNumber, consolidatedInto, phase, issuedAt } = receipt
    const into = consolidatedInto === null ? null : madeByGuid.get(consolidatedInto)?.record
    if (numbers.has(documentNumber)) miscounted.push(`${documentNumber} went by itself, too`)
    // Sold by a clock that was ahead: its day has not come.
    if (phase === 'queued' && into === null && issuedAt > now) waiting += 1
    else if (phase !== 'valid' || into?.phase !== 'valid' || into.authority?.uuid !== receipt.authority?.uuid)
      miscounted.push(`${documentNumber} is ${phase}, its document ${into?.documentNumber} ${into?.phase}`)
  }
  for (const { record, members } of made.filter((each) => each.record.phase === 'valid')) {
    const inside = members.filter(({ consolidatedInto }) => consolidatedInto === record.saleGuid)
    const sum = inside.reduce((total, { totalPayable }) => total + sen(totalPayable), 0)
    const there = byUuid.get(record.authority?.uuid ?? '')
    if (
      inside.length !== record.members ||
      sum !== sen(record.totalPayable) ||
      sum !== sen(there?.totals.payable ?? -1)
    )
      miscounted.push(
        `${record.documentNumber}: ${inside.length} of ${record.members} receipts, ${sum} sen, there ${there?.totals.payable}`,
      )
  }
  return { miscounted, consolidated: { documents: made.length, receipts: receipts.length - waiting, waiting } }
}
