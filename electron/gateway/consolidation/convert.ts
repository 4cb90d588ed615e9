import { Fault } from '../../../shared/catalogue/faults.ts'
import { entriesOf, findingEntries } from '../../../shared/catalogue/findings.ts'
import { toDomainNames } from '../../../shared/catalogue/names.ts'
import { saleDocuments } from '../../../shared/catalogue/shapes/sale-document.ts'
import { type CheckedSale, checkSale } from '../../../shared/document/check.ts'
import type { CodeBook } from '../../../shared/document/codes.ts'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { isSameMonth } from '../../../shared/domain/consolidation-period.ts'
import { decideConversion } from '../../../shared/domain/decide-conversion.ts'
import { evolve } from '../../../shared/domain/evolve.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import type { RecordView } from '../handlers/record-view.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Clock } from '../ports.ts'
import { readBody } from '../sale-of-body.ts'
import type { Companies, Company } from '../store/port.ts'
import type { Records, Stored } from '../store/port-records.ts'

export interface ConversionParts {
  readonly records: Records
  readonly companies: Pick<Companies, 'byGuid'>
  readonly codes: { readonly standing: CodeBook }
  readonly view: RecordView
  readonly clock: Clock
  /** There may be something to send. */
  readonly wake: (companyGuid: string) => void
}

/**
 * The buyer asks later: the receipt leaves consolidation and becomes an e-invoice of its own, in one write. A run that
 * comes first has taken it, and a run that comes after finds it gone.
 */
export const convertRecord =
  (parts: ConversionParts): Handler =>
  async (call) => {
    for (;;) {
      const was = await recordSeen(parts, call)
      const company = await parts.companies.byGuid(was.record.companyGuid)
      if (!company) throw new Fault('company_not_found')
      const body = await bodyWithBuyer(parts, was, call)
      const at = parts.clock.now()
      const { timeZone } = company.profile
      const { by } = call.caller
      const isInTime = isSameMonth(dayOf(was.record.issuedAt, timeZone), dayOf(at, timeZone))
      const decision = decideConversion(was.record, { by, at, content: contentOf(was.record), isInTime })
      if (decision.kind === 'refused')
        throw new Fault(decision.code, { record: await parts.view.show(was, call.language) })
      // Who asks for what cannot be need not mend anything first.
      checkedSale(parts, company, was.record, body)
      const { event } = decision
      const record = evolve(was.record, event)
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      const written = await parts.records.write({
        writes: [{ kind: 'update', was, event, record, by, dueAt: at, body: bytes }],
      })
      if (!written.ok) continue
      parts.wake(record.companyGuid)
      const converted = written.doubted?.[0] ?? { seq: was.seq, record }
      return ok(await parts.view.showActed(converted, call.language, parts.clock.now()))
    }
  }

/** @throws Fault record_not_found, also for another company's */
async function recordSeen({ records }: ConversionParts, { params, caller }: Call): Promise<Stored> {
  const stored = await records.byGuid(params['guid'] ?? '')
  const isVisible = caller.companyGuid === null || caller.companyGuid === stored?.record.companyGuid
  if (!stored || !isVisible) throw new Fault('record_not_found')
  return stored
}

async function bodyWithBuyer({ records }: ConversionParts, { seq, record }: Stored, { json }: Call): Promise<object> {
  const { CONSOLIDATE: _, ...sale } = readBody(await records.body(seq, record.revision)) as Readonly<
    Record<string, unknown>
  >
  return { ...sale, BUYER: (json as { readonly BUYER: unknown }).BUYER }
}

/** @throws Fault validation_failed with every fault there is */
function checkedSale({ codes }: ConversionParts, { rules }: Company, record: RecordState, body: object): CheckedSale {
  const { family, kind, submittedAt } = record
  const parsed = saleDocuments[family][kind].safeParse(body)
  if (!parsed.success) throw validationFailed(entriesOf(parsed.error.issues, body))
  const context = { family, kind, now: submittedAt, codes: codes.standing, rules }
  const checked = checkSale(toDomainNames(parsed.data), context)
  if (!checked.ok) throw validationFailed(findingEntries(checked.findings))
  return checked.sale
}

const contentOf = ({ documentNumber, currencyCode, totalPayable, roundingDifference, issuedAt }: RecordState) => ({
  documentNumber,
  currencyCode,
  totalPayable,
  ...(roundingDifference !== null && { roundingDifference }),
  issuedAt,
  consolidated: false,
})
