import { Fault } from '../../shared/api/faults.ts'
import { settleAmounts } from '../../shared/document/arithmetic.ts'
import { type CheckedSale, forEachCodeInBody } from '../../shared/document/check.ts'
import type { CodeListId, CodeLookup } from '../../shared/document/codes.ts'
import { compileSchemaOnce } from '../../shared/document/fields.ts'
import type { Finding } from '../../shared/document/finding.ts'
import { type Sale, saleOf, saleSchemas } from '../../shared/document/sale.ts'
import { shiftCodeOfConsolidated } from '../../shared/domain/consolidation-rules.ts'
import type { CodeMapping, Kind, RecordState } from '../../shared/domain/record.ts'
import { parseJsonText } from './http/json-text.ts'

/** @throws Fault if the store does not have the body any more */
export function requireBody(body: Uint8Array | null): Uint8Array {
  if (!body) throw damagedBody(new Error('the kept body is damaged'))
  return body
}

const damagedBody = (cause: unknown) =>
  new Fault('storage_unavailable', { says: 'body_damaged', isLasting: true, cause })

/** The stored body, with every digit of its numbers. @throws Fault if it cannot be read */
export function parseBody(body: Uint8Array | null): object {
  const bytes = requireBody(body)
  try {
    return parseJsonText(bytes) as object
  } catch (cause) {
    // It was JSON when it was accepted, so the caller is not at fault.
    throw damagedBody(cause)
  }
}

type Kept = Pick<RecordState, 'family' | 'kind' | 'sentAs'>

/** Parsed without today's rules. @throws as `readBody` */
export const parseSale = (body: Uint8Array | null, kept: Kept): Sale => parseOfficialSale(parseBody(body), kept)

/** @throws Error if the schema refuses the body */
export const parseOfficialSale = (body: object, kept: Kept): Sale =>
  saleOf(compileSchemaOnce(saleSchemas[kept.family][kept.kind]).parse(applyStoredCodes(body, kept)))

/** The body with official codes, as they were mapped when it was accepted. */
export const applyStoredCodes = (body: object, { sentAs }: Pick<Kept, 'sentAs'>): object =>
  sentAs ? withOfficialCodes(body, sentAs).body : body

/** An official code means itself, also if its list has it only since today. */
export const mapCodes = <Body>(body: Body, mapping: readonly CodeMapping[], codes: CodeLookup) =>
  withOfficialCodes(
    body,
    mapping.filter(({ list, from }) => codes(list as CodeListId, from) !== 'current'),
  )

/** @returns a copy with the official codes in place of the till's own, and the rows that were used */
function withOfficialCodes<Body>(body: Body, mapping: readonly CodeMapping[]) {
  const rows = new Map(mapping.map((row) => [`${row.list} ${row.from}`, row]))
  const used = new Set<CodeMapping>()
  const mapped = copyOf(body)
  forEachCodeInBody(mapped, (list, code, path, owner) => {
    const row = rows.get(`${list} ${code}`)
    if (!row) return
    used.add(row)
    Object.assign(owner as object, { [path.at(-1) ?? '']: row.to })
  })
  return { body: mapped, used: [...used] } as const
}

/** Numbers with many digits are functions, and stay as they are. */
const copyOf = <Value>(value: Value): Value =>
  typeof value !== 'object' || value === null
    ? value
    : ((Array.isArray(value)
        ? value.map(copyOf)
        : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf<unknown>(member)]))) as Value)

/** The till's number, or its sale code. */
export const numberOrSaleCode = ({ documentNumber }: Sale, { saleCode }: Pick<RecordState, 'saleCode'>): string =>
  documentNumber ?? saleCode

/** Null if it cannot be read: a damaged disk or stricter rules must not stop other work. */
export function parseSaleOrNull(body: Uint8Array | null, kept: Kept): Sale | null {
  try {
    return parseSale(body, kept)
  } catch {
    // The error may quote people's names.
    return null
  }
}

/**
 * A stored body with its amounts. They are checked again, because a disk may have changed the body. Taxes of a
 * consolidated document are rounded sums, so they need not match a rate.
 * @throws Error if it cannot be read or does not add up: the record then waits for a person
 */
export function parseAndSettle(body: object, kept: Kept): CheckedSale {
  const sale = parseOfficialSale(body, kept)
  const findings: Finding[] = []
  const { lines, totals, roundingDifference } = settleAmounts(sale, findings)
  const isSum = sale.shiftCode === shiftCodeOfConsolidated
  const broken = findings.find(({ code, path }) => !(isSum && code === 'amount_differs' && path.includes('taxes')))
  if (broken) throw new Error(`the document does not add up: ${broken.code} at ${broken.path.join('.')}`)
  return { ...sale, lines, settledTotals: totals, roundingDifference }
}

type Reference = NonNullable<Sale['originals']>[number]
interface Original {
  readonly record: RecordState
}

/** Compares the authority's name, too: the same number may be another document. */
export const isReferenceTo = (
  { documentNumber = '', authorityUuid = 'NA' }: Reference,
  { record }: Original,
): boolean =>
  record.documentNumber === documentNumber &&
  (authorityUuid === 'NA' || !record.authority || record.authority.uuid === authorityUuid)

/** Originals that are not kept here. */
export const namesOfOriginalsElsewhere = (references: readonly Reference[], originals: readonly Original[]) =>
  references
    .filter((each) => each.saleGuid === undefined && !originals.some((original) => isReferenceTo(each, original)))
    .map(({ documentNumber = '', authorityUuid = 'NA' }) => ({ documentNumber, uuid: authorityUuid }))

interface Stored {
  readonly seq: number
  readonly record: RecordState
}

/** The notes of a kind on these originals, each once, without the one that is being corrected. */
export function otherNotes<Note extends Stored>(
  notesOn: readonly { readonly notes: readonly Note[] }[],
  of: { readonly kind: Kind; readonly corrected: Stored | null },
): readonly Note[] {
  const bySeq = new Map(notesOn.flatMap(({ notes }) => notes).map((note) => [note.seq, note]))
  return [...bySeq.values()].filter(({ seq, record }) => record.kind === of.kind && seq !== of.corrected?.seq)
}
