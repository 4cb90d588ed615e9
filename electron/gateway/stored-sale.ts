import { Fault } from '../../shared/api/faults.ts'
import { settleAmounts } from '../../shared/document/arithmetic.ts'
import type { CheckContext, CheckedSale } from '../../shared/document/check.ts'
import { compiled } from '../../shared/document/fields.ts'
import type { Finding } from '../../shared/document/finding.ts'
import { type Sale, saleDocuments, saleOf } from '../../shared/document/sale.ts'
import { consolidatedShiftCode } from '../../shared/domain/consolidation-rules.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { parseJsonText } from './http/json-text.ts'

/** @throws Fault if the store does not have the body any more */
export function storedBytes(body: Uint8Array | null): Uint8Array {
  if (!body) throw damagedBody(new Error('the kept body is damaged'))
  return body
}

/** A repeat would find the same, so there is no Retry-After. */
const damagedBody = (cause: unknown) => new Fault('storage_unavailable', { says: 'body_damaged', cause })

/** The stored body, with every digit of its numbers. @throws Fault if it cannot be read */
export function readBody(body: Uint8Array | null): object {
  const bytes = storedBytes(body)
  try {
    return parseJsonText(bytes) as object
  } catch (cause) {
    // It was JSON when it was accepted, so the caller is not at fault.
    throw damagedBody(cause)
  }
}

/** Parsed without today's rules. @throws as `readBody` */
export const storedSale = (body: Uint8Array | null, { family, kind }: Pick<CheckContext, 'family' | 'kind'>): Sale =>
  saleOf(compiled(saleDocuments[family][kind]).parse(readBody(body)))

/**
 * A body that a damaged disk or stricter rules made unreadable must not stop other work.
 * @returns null if it could not be read
 */
export function nullIfUnreadable<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch {
    // The error may quote people's names.
    return null
  }
}

/** The till's number, or its sale code. */
export const printedNumber = ({ documentNumber }: Sale, { saleCode }: Pick<RecordState, 'saleCode'>): string =>
  documentNumber ?? saleCode

/** Null if it cannot be read. */
export const storedSaleOrNull = (body: Uint8Array | null, cell: Pick<CheckContext, 'family' | 'kind'>): Sale | null =>
  nullIfUnreadable(() => storedSale(body, cell))

/**
 * A stored body with its amounts. They are checked again, because a disk may have changed the body. Taxes of a
 * consolidated document are rounded sums, so they need not match a rate.
 * @throws Error if it cannot be read or does not add up: the record then waits for a person
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

/** Compares the authority's name, too: the same number may be another document. */
export const isReferencedBy = (
  { documentNumber = '', authorityUuid = 'NA' }: Reference,
  { record }: Original,
): boolean =>
  record.documentNumber === documentNumber &&
  (authorityUuid === 'NA' || !record.authority || record.authority.uuid === authorityUuid)

/** Originals that are not kept here. */
export const referencesNotStoredHere = (references: readonly Reference[], originals: readonly Original[]) =>
  references
    .filter((each) => each.saleGuid === undefined && !originals.some((original) => isReferencedBy(each, original)))
    .map(({ documentNumber = '', authorityUuid = 'NA' }) => ({ documentNumber, uuid: authorityUuid }))
