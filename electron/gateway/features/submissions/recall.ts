import type { FieldFault } from '../../../../shared/api/faults.ts'
import { isLongNumber, isSameAmount } from '../../../../shared/document/amount.ts'
import { jsonPointerOf, toOneLine } from '../../../../shared/document/fields.ts'
import { normalizeIdNumber, normalizePhone, normalizeTin } from '../../../../shared/document/party.ts'
import type { MatchingRecords } from '../../../../shared/domain/decide-submission.ts'
import type { BusinessKey, Identity } from '../../../../shared/domain/record.ts'
import type { Randomness } from '../../ports.ts'
import type { KeptEvent, Records, StoredRecord } from '../../store/port/records.ts'
import { parseBody } from '../../stored-sale.ts'
import type { Submission } from './check-submission.ts'

export interface EarlierMatches {
  readonly records: MatchingRecords
  readonly byGuid: StoredRecord | null
  readonly byKey: StoredRecord | null
  readonly voidedByKey: StoredRecord | null
  /** The record that this may be a repeat or a correction of. */
  readonly candidate: StoredRecord | null
  /** The first difference from that record; null if there is none. */
  readonly differs: BodyPath | null
}

/** Tells a till why it is refused. A document of another kind differs in everything. */
export const differenceEntries = (
  { cell }: Submission,
  { record }: StoredRecord,
  { differs }: EarlierMatches,
): FieldFault[] =>
  differs && record.kind === cell.kind && record.family === cell.family
    ? [{ pointer: jsonPointerOf(differs), code: 'differs_from_kept' }]
    : []

/** The store gets the key, and no more of the sale. */
const keyOf = ({ companyCode, outletName, terminalName, shiftCode, saleCode }: BusinessKey): BusinessKey => ({
  companyCode,
  outletName,
  terminalName,
  shiftCode,
  saleCode,
})

export const identityOf = ({ sale, cell, company }: Submission, randomness: Randomness): Identity => ({
  saleGuid: sale.saleGuid ?? randomness.guid(),
  family: cell.family,
  kind: cell.kind,
  companyGuid: company.profile.companyGuid,
  ...keyOf(sale),
})

export async function findEarlierMatches(records: Records, { sale, cell, call }: Submission): Promise<EarlierMatches> {
  const byGuid = sale.saleGuid === undefined ? null : await records.byGuid(sale.saleGuid)
  const { live, latestVoided } = await records.byKey(cell.family, cell.kind, keyOf(sale))
  const candidate = byGuid ?? live
  const differs = candidate && (await differenceFrom(records, candidate, call.json, candidate.record.revision))
  const isSameBody = candidate !== null && differs === null
  return {
    records: {
      byGuid: byGuid?.record ?? null,
      byKey: live?.record ?? null,
      voidedByKey: latestVoided?.record ?? null,
      isSameBody,
      isBodyBeforeConversion:
        candidate !== null && !isSameBody && (await isBodyBeforeConversion(records, candidate, call.json)),
    },
    byGuid,
    byKey: live,
    voidedByKey: latestVoided,
    candidate,
    // The key is the same, so the GUID differs.
    differs: byGuid || sale.saleGuid === undefined ? differs : ['SALE_GUID'],
  }
}

/** A damaged body never counts as the same. */
async function differenceFrom(
  records: Records,
  { seq }: StoredRecord,
  given: object,
  revision: number,
): Promise<BodyPath | null> {
  const body = await records.body(seq, revision)
  let kept: object
  try {
    kept = parseBody(body)
  } catch {
    return []
  }
  return firstDifference(given, kept)
}

const beginsRevision = ({ event }: KeptEvent): boolean =>
  event.type === 'received' || event.type === 'revised' || event.type === 'resent' || event.type === 'converted'

async function isBodyBeforeConversion(records: Records, stored: StoredRecord, given: object): Promise<boolean> {
  const { revision, consolidated } = stored.record
  if (revision === 1 || consolidated) return false
  const revisions = (await records.events(stored.seq)).filter(beginsRevision)
  const before = revisions.findLastIndex(({ event }) => event.type === 'converted')
  return before > 0 && (await differenceFrom(records, stored, given, before)) === null
}

type BodyPath = readonly string[]

/**
 * The first difference of two bodies; null if they say the same (contract 5). Key order, white space, the spelling of
 * numbers and what is dropped from texts do not matter; the order of arrays does. `null` means absent, except in the
 * till's own EXTRA.
 */
export function firstDifference(one: object, other: object): BodyPath | null {
  return difference({ ...one, SALE_GUID: null }, { ...other, SALE_GUID: null })
}

const kept = 'EXTRA'

function difference(one: unknown, other: unknown, isKept = false): BodyPath | null {
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other))
    return isKept ? differenceInside(one, other, isKept) : differenceInside(plainParty(one), plainParty(other), isKept)
  return isSameValue(one, other, isKept) ? null : []
}

function isSameValue(one: unknown, other: unknown, isKept: boolean): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return isKept ? one === other : toOneLine(one) === toOneLine(other)
  return one === other || (isLongNumber(one) && isLongNumber(other) && isSameAmount(one, other))
}

function differenceInside(one: Members, other: Members, isKept: boolean): BodyPath | null {
  const countsNull = isKept || Array.isArray(one)
  const has = (value: Members, key: string) => Object.hasOwn(value, key) && (countsNull || value[key] !== null)
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (has(one, key) !== has(other, key)) return [key]
    if (!has(one, key) || (!isKept && amountNames.test(key) && isSameAmount(one[key], other[key]))) continue
    const place = difference(one[key], other[key], isKept || key === kept)
    if (place) return [key, ...place]
  }
  return null
}

const amountNames = /^(?:(?:\w+_)?AMOUNT|(?:\w+_)?RATE|QUANTITY|UNIT_PRICE|SUBTOTAL|TOTAL_\w+)$/

type Members = Readonly<Record<string, unknown>>

/** Numbers of a party may be spelled in several ways. */
function plainParty(value: Members): Members {
  const { TIN: tin, ID_TYPE: idType, ID_NUMBER: idNumber, PHONE: phone } = value
  const called = typeof phone === 'string' ? { ...value, PHONE: normalizePhone(phone) } : value
  if (typeof tin !== 'string' || typeof idType !== 'string' || typeof idNumber !== 'string') return called
  const type = idType.toUpperCase()
  return { ...called, TIN: normalizeTin(tin), ID_TYPE: type, ID_NUMBER: normalizeIdNumber(type, toOneLine(idNumber)) }
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
