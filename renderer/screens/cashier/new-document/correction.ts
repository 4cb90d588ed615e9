import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { faultsAtFields } from './fault-fields.ts'
import { lineInputsKey } from './given-amounts.ts'
import {
  type Body,
  bodyOf,
  type Correction,
  type DocumentFields,
  type Draft,
  emptyDraft,
  emptyLine,
  emptyParty,
  emptyTax,
  type LineFields,
  type PartyFields,
  type WholeAmounts,
} from './values.ts'

/**
 * The form with what was sent. Fields that the form does not show are kept in its values, so that a new telephone
 * number changes nothing else.
 */
export function draftForCorrection(record: WireRecord, version: number, body: Body): Draft {
  const { EXTRA: extra, SALE_GUID: _guid, ISSUED_AT: issuedAt, CONSOLIDATE: _consolidate, ...rest } = body
  const { ROUNDING_AMOUNT, TOTALS, ...texts } = numbersToText(rest) as Partial<DocumentFields> & WholeAmounts
  const fields: DocumentFields = {
    ...emptyDraft.fields,
    ...texts,
    asGiven: { ...(ROUNDING_AMOUNT !== undefined && { ROUNDING_AMOUNT }), ...(TOTALS && { TOTALS }) },
    BUYER: partyOf(rest['BUYER']),
    SUPPLIER: partyOf(rest['SUPPLIER']),
    ORIGINALS: texts.ORIGINALS ?? [],
    PAYMENTS: texts.PAYMENTS ?? [],
    LINES: (texts.LINES ?? []).map(lineOf),
  }
  const { FAMILY: family, KIND: kind, SALE_GUID: guid } = record
  const faults = faultsAtFields(record.ERRORS, family)
  const draft: Draft = { ...emptyDraft, family, kind, issuedAt: String(issuedAt), fields }
  const corrects: Correction = { guid, version, faults, asSent: '', extra }
  return { ...draft, corrects: { ...corrects, asSent: JSON.stringify(bodyOf({ ...draft, corrects }, guid)) } }
}

/** Whether nothing was changed since the refusal. */
export const isAsSent = (draft: Draft): boolean =>
  draft.corrects !== null && JSON.stringify(bodyOf(draft, draft.corrects.guid)) === draft.corrects.asSent

/** A body may hold amounts as numbers (contract 5), but a form holds texts. Null becomes absent. */
export function numbersToText(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(numbersToText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, numbersToText(member)] as const],
    ),
  )
}

/** The fields of a party from a body or a record. What is absent becomes empty. */
export function partyOf(given: unknown): PartyFields {
  const party = numbersToText(given ?? {}) as Partial<PartyFields>
  return { ...emptyParty, ...party, ADDRESS: { ...emptyParty.ADDRESS, ...party.ADDRESS } }
}

/** A line from a body. Its amounts count until one of their inputs is changed. */
export function lineOf(given: LineFields): LineFields {
  const line = { ...emptyLine, ...given, TAXES: given.TAXES.map((tax) => ({ ...emptyTax, ...tax })) }
  return { ...line, asGiven: lineInputsKey(line) }
}
