import { Fault } from '../../shared/api/faults.ts'
import { settleAmounts } from '../../shared/document/arithmetic.ts'
import type { CheckContext, CheckedSale } from '../../shared/document/check.ts'
import { compiled } from '../../shared/document/fields.ts'
import type { Finding } from '../../shared/document/finding.ts'
import { type Sale, saleDocuments, saleOf } from '../../shared/document/sale.ts'
import { consolidatedShiftCode } from '../../shared/domain/consolidation-rules.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { parseJsonText } from './http/json-text.ts'

/** A kept body for what cannot go on without it. @throws Fault where the store has not what was kept any more */
export function keptBytes(body: Uint8Array | null): Uint8Array {
  if (!body) throw damagedBody(new Error('the kept body is damaged'))
  return body
}

/** Coming back, it would find the same: there is no Retry-After. */
const damagedBody = (cause: unknown) => new Fault('storage_unavailable', { says: 'body_damaged', cause })

/** A kept body as the till wrote it, to the last digit of its numbers. @throws Fault where it cannot be read */
export function readBody(body: Uint8Array | null): object {
  const bytes = keptBytes(body)
  try {
    return parseJsonText(bytes) as object
  } catch (cause) {
    // It was JSON when it was accepted: this caller has sent nothing malformed.
    throw damagedBody(cause)
  }
}

/** A kept body as a sale, without today's rules. @throws as `readBody` */
export const uncheckedSale = (body: Uint8Array | null, { family, kind }: Pick<CheckContext, 'family' | 'kind'>): Sale =>
  saleOf(compiled(saleDocuments[family][kind]).parse(readBody(body)))

/**
 * What a damaged disk or a stricter edition has left unreadable keeps nothing else from being done or shown: a person has
 * to find the record and decide what becomes of it.
 * @returns null where it could not be read
 */
export function readable<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch {
    // What is said of it may name people.
    return null
  }
}

/** What the paper of the till says: the number that the till gave, or its sale code. */
export const printedNumber = ({ documentNumber }: Sale, { saleCode }: Pick<RecordState, 'saleCode'>): string =>
  documentNumber ?? saleCode

/** As `uncheckedSale`; null where it cannot be read as one any more. */
export const keptSale = (body: Uint8Array | null, cell: Pick<CheckContext, 'family' | 'kind'>): Sale | null =>
  readable(() => uncheckedSale(body, cell))

/**
 * What is built for the authority: a kept body with its amounts settled. It was checked when it was accepted, but a disk may
 * have changed it since, so its amounts must still agree. The taxes of a consolidated document are sums of what its receipts
 * show, each rounded by itself, and no rate of their sum.
 * @throws Error where it cannot be read as a sale any more, or does not add up; who sends it holds the record for a person
 */
export function settledSale(body: object, { family, kind }: Pick<CheckContext, 'family' | 'kind'>): CheckedSale {
  const sale = saleOf(compiled(saleDocuments[family][kind]).parse(body))
  const findings: Finding[] = []
  const { lines, totals, roundingDifference } = settleAmounts(sale, findings)
  const isSum = sale.shiftCode === consolidatedShiftCode
  const broken = findings.find(({ code, path }) => !(isSum && code === 'amount_differs' && path.includes('taxes')))
  if (broken) throw new Error(`the document does not add up: ${broken.code} at ${broken.path.join('.')}`)
  return { ...sale, lines, settledTotals: totals, roundingDifference }
}

type Reference = NonNullable<Sale['originals']>[number]
interface Original {
  readonly record: RecordState
}

/** Whether a reference by number means this record: what has another name at the authority is another document. */
export const isNamedBy = ({ documentNumber = '', authorityUuid = 'NA' }: Reference, { record }: Original): boolean =>
  record.documentNumber === documentNumber &&
  (authorityUuid === 'NA' || !record.authority || record.authority.uuid === authorityUuid)

/** What a note names that is not among the records it refers to. */
export const namedElsewhere = (references: readonly Reference[], originals: readonly Original[]) =>
  references
    .filter((each) => each.saleGuid === undefined && !originals.some((original) => isNamedBy(each, original)))
    .map(({ documentNumber = '', authorityUuid = 'NA' }) => ({ documentNumber, uuid: authorityUuid }))
