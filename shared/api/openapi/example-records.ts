import type { RecordEvent } from '../../domain/event.ts'
import { evolve, receive } from '../../domain/evolve.ts'
import type { AuthorityReference, Family, Kind } from '../../domain/record.ts'
import type { GridCell } from '../endpoint.ts'
import { recordToWire } from '../record-to-wire.ts'
import type { WireRecord } from '../shapes/record.ts'
import {
  exampleCompanyGuid,
  exampleGuidOf,
  exampleSaleCodeByKind,
  exampleSaleKey,
  exampleUuid,
} from './example-requests.ts'

const at = Date.UTC(2026, 10, 20, 2, 0, 1, 204)
const names = { uuid: exampleUuid, submissionUid: 'XYE60M8ENDWA7V9TKBXBTGQG10' }
const longId = 'YQH73576FY9VR57B55NBTGQG22'

type Happened = Exclude<RecordEvent, { type: 'received' }>
const claimed: Happened = { type: 'claimed', at: at + 187, documentTime: at - 5_204, attemptId: exampleCompanyGuid }
const validated: Happened = {
  type: 'validated',
  at: at + 4_000,
  longId,
  validatedAt: at + 2_796,
  cancellableUntil: at + 2_796 + 72 * 3_600_000,
}
const toValid = [claimed, { type: 'taken', at: at + 700, ...names }, validated] as const
const asked = [
  ...toValid,
  { type: 'cancel_requested', at: at + 60_000, by: 'token:Till 1', reason: 'Wrong buyer' },
  { type: 'cancel_asked', at: at + 60_001 },
] as const

/** The events of each example. The domain's rules make the record from them. */
const lives = {
  pending: [],
  valid: toValid,
  locked: [{ type: 'voided', at: at + 900, by: 'token:Till 1' }],
  asked,
  cancelled: [...asked, { type: 'cancelled', at: at + 61_000, elsewhere: false }],
} as const satisfies Readonly<Record<string, readonly Happened[]>>
type Life = keyof typeof lives

const shown = ({ longId: long, ...own }: AuthorityReference) => {
  const validationUrl = long && `https://myinvois.example/${own.uuid}/share/${long}`
  return { ...own, longId: long || null, validationUrl: validationUrl || null }
}

const totals = { sale: '12.70', self_billed: '864.00' } as const satisfies Record<Family, string>

function exampleRecord(kind: Kind, family: Family, life: Life): WireRecord {
  const {
    COMPANY_CODE: companyCode,
    OUTLET_NAME: outletName,
    TERMINAL_NAME: terminalName,
    SHIFT_CODE: shiftCode,
  } = exampleSaleKey
  const key = { companyCode, outletName, terminalName, shiftCode, saleCode: exampleSaleCodeByKind[kind] }
  const identity = { saleGuid: exampleGuidOf(kind, family), family, kind, companyGuid: exampleCompanyGuid, ...key }
  const documentNumber = `KLCC-T1-${shiftCode}-${key.saleCode}`
  const content = {
    documentNumber,
    currencyCode: 'MYR',
    totalPayable: totals[family],
    issuedAt: at - 1_204,
    consolidated: false,
  }
  const received = receive({ type: 'received', at, identity, content, holds: null })
  const record = lives[life].reduce<typeof received>(evolve, received)
  const facts = {
    record,
    isReferredTo: false,
    surroundings: { lane: null, overdueBefore: null },
    turnedAwayBytes: null,
  }
  return recordToWire(facts, { language: 'en', now: at + 62_000, shown })
}

/** The life of the example record, by operation and HTTP status. If absent, the record is valid. */
const became: Readonly<Partial<Record<GridCell['operation'], Readonly<Record<number, Life>>>>> = {
  submit: { 202: 'pending' },
  cancel: { 200: 'cancelled', 202: 'asked' },
  voidByGuid: { 200: 'locked' },
  voidBySaleCode: { 200: 'locked' },
}

export function exampleAnswerOfCell({ kind, family, operation }: GridCell, status: string): object {
  const record = exampleRecord(kind, family, became[operation]?.[Number(status)] ?? 'valid')
  if (operation !== 'statusBySubmission') return record
  return { items: [record], paging: { page_size: 25, returned: 1, has_more: false, next: null } }
}
