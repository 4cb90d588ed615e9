import { Fault, faultsOfFindings, faultsOfIssues, validationFailed } from '../../../../shared/api/faults.ts'
import { type CheckedSale, checkSale } from '../../../../shared/document/check.ts'
import type { CodeLookup } from '../../../../shared/document/codes.ts'
import { arePartiesDifferent } from '../../../../shared/document/party.ts'
import { saleOf, saleSchemas } from '../../../../shared/document/sale.ts'
import { isReceipt } from '../../../../shared/domain/consolidation-rules.ts'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import { type ByAndAt, decideConversion, decideNoteFollowsReceipt } from '../../../../shared/domain/person-acts.ts'
import type { Content, RecordState } from '../../../../shared/domain/record.ts'
import { type Call, type CallWithParam, type OperatorHandler, ok } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { Companies, Company } from '../../store/port/port.ts'
import type { Records, StoredRecord, Update } from '../../store/port/records.ts'
import { applyStoredCodes, parseBody, parseSaleOrNull } from '../../stored-sale.ts'
import { recordOfCall } from '../records/find.ts'
import type { RecordView } from '../records/record-view.ts'
import { isGivenBack, receiptContextOf } from './receipt-surroundings.ts'

export interface ConversionDeps {
  readonly records: Records
  readonly companies: Pick<Companies, 'byGuid'>
  readonly codes: { readonly statusOf: CodeLookup }
  readonly view: RecordView
  readonly clock: Clock
  readonly outbox: { submitted(companyGuid: string): void }
}

export type ConvertRecord = (
  call: CallWithParam<'guid'> & Pick<Call, 'json'>,
) => ReturnType<OperatorHandler<'convertRecord'>>

/**
 * The receipt and the notes that wait with it become e-invoices in one write. A run that comes first has taken the
 * receipt; a run that comes later does not find it.
 */
export const convertRecord =
  (deps: ConversionDeps): ConvertRecord =>
  async (call) => {
    for (;;) {
      const was = await recordOfCall(deps.records, call)
      const company = await deps.companies.byGuid(was.record.companyGuid)
      if (!company) throw new Fault('company_not_found')
      const body = await bodyWithBuyer(deps, was, call)
      const at = deps.clock.now()
      const { by } = call.caller
      const notes = await deps.records.notesOn(was.seq)
      const context = { company, now: at, isGivenBack: await isGivenBack(deps.records, was.seq, notes) }
      const surroundings = await receiptContextOf(deps.records, was, context)
      const content = unconsolidatedContentOf(was.record)
      const decision = decideConversion(was.record, { by, at, content, surroundings })
      if (decision.kind === 'refused')
        throw new Fault(decision.code, { record: await deps.view.show(was, call.language) })
      // Looked at before the buyer is checked: a person need not mend data for a receipt that cannot be converted.
      const check = (record: RecordState, asked: object) => checkedSale(deps, company, record, asked)
      const sale = check(was.record, body)
      const buyer = 'BUYER' in call.json ? call.json.BUYER : undefined
      const following = await planNoteConversions(deps.records, notes, { receipt: was, sale, buyer, check, by, at })
      const { event } = decision
      const written = await deps.records.write({
        writes: [{ kind: 'update', was, event, by, dueAt: at, body: jsonBytes(body) }, ...following.writes],
        unchanged: following.others,
        notesOn: [{ original: was, notes }],
      })
      if (!written.ok) continue
      deps.outbox.submitted(was.record.companyGuid)
      const [converted = was] = written.stored
      return ok(await deps.view.showActed(converted, call.language, deps.clock.now()))
    }
  }

async function bodyWithBuyer(
  { records }: ConversionDeps,
  { seq, record }: StoredRecord,
  { json }: Pick<Call, 'json'>,
): Promise<object> {
  const { CONSOLIDATE: _, ...sale } = parseBody(await records.body(seq, record.revision)) as Readonly<
    Record<string, unknown>
  >
  return { ...sale, ...('BUYER' in json && { BUYER: json.BUYER }) }
}

function checkedSale({ codes }: ConversionDeps, { rules }: Company, record: RecordState, body: object): CheckedSale {
  const { family, kind, submittedAt } = record
  const official = applyStoredCodes(body, record)
  const parsed = saleSchemas[family][kind].safeParse(official)
  if (!parsed.success) throw validationFailed(faultsOfIssues(parsed.error.issues, official))
  const context = { family, kind, now: submittedAt, codes: codes.statusOf, rules }
  const checked = checkSale(saleOf(parsed.data), context)
  if (!checked.ok) throw validationFailed(faultsOfFindings(checked.findings))
  return checked.sale
}

interface ReceiptConversion extends ByAndAt {
  readonly receipt: StoredRecord
  readonly sale: CheckedSale
  /** The buyer as the wire names one. */
  readonly buyer: unknown
  readonly check: (record: RecordState, body: object) => CheckedSale
}

interface Following {
  readonly writes: readonly Update[]
  readonly others: readonly StoredRecord[]
}

type KeptRecords = Pick<Records, 'body' | 'originals'>

/** @param notes all that count on the receipt that is converted */
async function planNoteConversions(
  records: KeptRecords,
  notes: readonly StoredRecord[],
  converting: ReceiptConversion,
): Promise<Following> {
  const waiting = notes.filter(({ record }) => record.phase === 'held' || record.phase === 'queued')
  const found = await Promise.all(waiting.map((note) => noteFollowing(records, note, converting)))
  return { writes: found.flatMap(({ writes }) => writes), others: found.flatMap(({ others }) => others) }
}

async function noteFollowing(
  records: KeptRecords,
  note: StoredRecord,
  { receipt, sale, buyer, check, by, at }: ReceiptConversion,
): Promise<Following> {
  const bodyOf = ({ seq, record }: StoredRecord) => records.body(seq, record.revision)
  const others = (await records.originals(note.seq)).filter(({ seq }) => seq !== receipt.seq)
  const buyers = [
    sale.buyer,
    ...(await Promise.all(others.map(async (other) => parseSaleOrNull(await bodyOf(other), other.record)?.buyer))),
  ]
  const kept = await bodyOf(note)
  const own = parseSaleOrNull(kept, note.record)?.buyer
  const differs = buyers.some((each) => arePartiesDifferent(own ?? sale.buyer, each))
  // A note without a buyer cannot go with this one if it is also on receipts that stay, or if its buyer differs.
  const mayGo = own !== undefined || !(differs || others.some(({ record }) => isReceipt(record)))
  const body = mayGo ? nullIfThrown(() => ({ ...parseBody(kept), ...(!own && { BUYER: buyer }) })) : null
  const isLawful = body !== null && nullIfThrown(() => check(note.record, body)) !== null
  const content = isLawful ? { ...unconsolidatedContentOf(note.record), buyerDiffers: differs } : null
  const decision = decideNoteFollowsReceipt(note.record, { by, at, content })
  if (decision.kind === 'unchanged') return { writes: [], others }
  const update = { kind: 'update', was: note, event: decision.event, by } as const
  return { writes: [{ ...update, ...(isLawful && { body: jsonBytes(body) }) }], others }
}

const jsonBytes = (body: object) => new TextEncoder().encode(JSON.stringify(body))

const unconsolidatedContentOf = (record: RecordState): Content => ({
  documentNumber: record.documentNumber,
  currencyCode: record.currencyCode,
  totalPayable: record.totalPayable,
  roundingDifference: record.roundingDifference,
  issuedAt: record.issuedAt,
  consolidated: false,
  ...(record.sentAs && { sentAs: record.sentAs }),
})
