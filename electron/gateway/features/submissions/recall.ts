import { isLongNumber, isSameAmount } from '../../../../shared/document/amount.ts'
import { tidied } from '../../../../shared/document/fields.ts'
import { plainIdNumber, plainPhone, plainTin } from '../../../../shared/document/party.ts'
import type { KnownRecords } from '../../../../shared/domain/decide-submission.ts'
import type { BusinessKey } from '../../../../shared/domain/record.ts'
import { readable, readBody } from '../../kept-sale.ts'
import type { KeptEvent, Records, Stored } from '../../store/port/records.ts'
import type { Submission } from './check-submission.ts'

export interface Recalled {
  readonly records: KnownRecords
  readonly byGuid: Stored | null
  readonly byKey: Stored | null
  readonly voidedByKey: Stored | null
  /** The record that this may be a repeat or a correction of. */
  readonly candidate: Stored | null
}

/** The key alone: the rest of a sale is none of the store's business. */
const keyOf = ({ companyCode, outletName, terminalName, shiftCode, saleCode }: BusinessKey): BusinessKey => ({
  companyCode,
  outletName,
  terminalName,
  shiftCode,
  saleCode,
})

/** What the store knows under the names a submission uses. */
export async function recall(records: Records, { sale, cell, call }: Submission): Promise<Recalled> {
  const byGuid = sale.saleGuid === undefined ? null : await records.byGuid(sale.saleGuid)
  const { live, latestVoided } = await records.byKey(cell.family, cell.kind, keyOf(sale))
  const candidate = byGuid ?? live
  const isSameBody = candidate !== null && (await isBodyOf(records, candidate, call.json, candidate.record.revision))
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
  }
}

/** A damaged body is not taken for the same. */
async function isBodyOf(records: Records, { seq }: Stored, given: object, revision: number): Promise<boolean> {
  const body = await records.body(seq, revision)
  const kept = readable(() => readBody(body))
  return kept !== null && areBodiesEqual(given, kept)
}

/** A body belongs to each event that begins a revision. */
const beginsRevision = ({ event }: KeptEvent): boolean =>
  event.type === 'received' || event.type === 'revised' || event.type === 'resent' || event.type === 'converted'

async function isBodyBeforeConversion(records: Records, stored: Stored, given: object): Promise<boolean> {
  const { revision, consolidated } = stored.record
  if (revision === 1 || consolidated) return false
  const revisions = (await records.events(stored.seq)).filter(beginsRevision)
  const before = revisions.findLastIndex(({ event }) => event.type === 'converted')
  return before > 0 && isBodyOf(records, stored, given, before)
}

/**
 * Whether two submission bodies say the same (contract 5). Key order, white space, the spelling of numbers and of a party's
 * numbers, and what is dropped from texts do not matter; the order of arrays does. `null` means absent, except in the till's
 * own EXTRA. SALE_GUID names the sale and says nothing about it.
 */
export function areBodiesEqual(one: object, other: object): boolean {
  return isSame({ ...one, SALE_GUID: null }, { ...other, SALE_GUID: null })
}

const kept = 'EXTRA'

function isSame(one: unknown, other: unknown, isKept = false): boolean {
  if (one === other) return true
  if (typeof one === 'string' && typeof other === 'string') return !isKept && tidied(one) === tidied(other)
  if (isLongNumber(one)) return isLongNumber(other) && isSameAmount(one, other)
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, at) => isSame(item, other[at], isKept))
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(other)) return false
  return isSameObject(isKept ? one : plainParty(one), isKept ? other : plainParty(other), isKept)
}

function isSameObject(one: Members, other: Members, isKept: boolean): boolean {
  const present = (value: Members) => Object.keys(value).filter((key) => isKept || value[key] !== null)
  const keys = present(one)
  return (
    keys.length === present(other).length &&
    keys.every((key) => {
      if (!Object.hasOwn(other, key)) return false
      const isSpelledSame = isSame(one[key], other[key], isKept || key === kept)
      return isSpelledSame || (!isKept && amountNames.test(key) && isSameAmount(one[key], other[key]))
    })
  )
}

/** Fields that are amounts, in every part of a sale. */
const amountNames = /^(?:(?:\w+_)?AMOUNT|(?:\w+_)?RATE|QUANTITY|UNIT_PRICE|SUBTOTAL|TOTAL_\w+)$/

type Members = Readonly<Record<string, unknown>>

/** A party whose numbers are spelled in another way is the same party. */
function plainParty(value: Members): Members {
  const { TIN: tin, ID_TYPE: idType, ID_NUMBER: idNumber, PHONE: phone } = value
  const called = typeof phone === 'string' ? { ...value, PHONE: plainPhone(phone) } : value
  if (typeof tin !== 'string' || typeof idType !== 'string' || typeof idNumber !== 'string') return called
  const type = idType.toUpperCase()
  return { ...called, TIN: plainTin(tin), ID_TYPE: type, ID_NUMBER: plainIdNumber(type, tidied(idNumber)) }
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
