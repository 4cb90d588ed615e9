import type { EventType, Received, RecordEvent } from '../../shared/domain/event.ts'
import { evolve, receive } from '../../shared/domain/evolve.ts'
import type { Content, Identity, Phase, RecordState } from '../../shared/domain/record.ts'

/** 2026-11-20, 12:00 in Kuala Lumpur. */
export const noon = Date.UTC(2026, 10, 20, 4)
export const hourMs = 3_600_000
export const windowMs = 72 * hourMs

export const anIdentity = (over: Partial<Identity> = {}): Identity => ({
  saleGuid: '5e1f0000-0000-4000-8000-000000000001',
  family: 'sale',
  kind: 'invoice',
  companyGuid: '11111111-1111-4111-8111-111111111111',
  companyCode: 'DEMO',
  outletName: 'KLCC',
  terminalName: 'T1',
  shiftCode: 'S1',
  saleCode: '0001',
  ...over,
})

export const aContent = (over: Partial<Content> = {}): Content => ({
  documentNumber: 'KLCC-T1-S1-0001',
  currencyCode: 'MYR',
  totalPayable: '12.72',
  issuedAt: noon - 60_000,
  consolidated: false,
  ...over,
})

export const received = (over: Partial<Received> = {}): Received => ({
  type: 'received',
  at: noon,
  identity: anIdentity(),
  content: aContent(),
  holds: null,
  ...over,
})

/** A record that was just received, with some other fields. */
export const aRecord = (over: Partial<RecordState> = {}): RecordState => ({ ...receive(received()), ...over })

export type EventOf<Type extends EventType> = Extract<RecordEvent, { type: Type }>

/** One event of every type. */
export const eventOf: { readonly [Type in EventType]: EventOf<Type> } = {
  received: received(),
  revised: { type: 'revised', at: noon, content: aContent({ totalPayable: '9.00' }), holds: null },
  resent: { type: 'resent', at: noon, by: 'person:Aini', holds: null },
  held: { type: 'held', at: noon, attention: 'waits_for_original' },
  released: { type: 'released', at: noon },
  consolidated: { type: 'consolidated', at: noon, into: 'c0d00000-0000-4000-8000-000000000001' },
  validated_in: {
    type: 'validated_in',
    at: noon,
    authority: { uuid: 'UUID-1', submissionUid: 'SUB-1', longId: 'LONG-1' },
    validatedAt: noon,
    sentAt: noon,
  },
  unconsolidated: {
    type: 'unconsolidated',
    at: noon,
    from: 'c0d00000-0000-4000-8000-000000000001',
    because: 'invalid',
    holds: null,
  },
  converted: { type: 'converted', at: noon, by: 'person:Aini', content: aContent(), holds: null },
  voided: { type: 'voided', at: noon, by: 'token:Till 1' },
  closed: { type: 'closed', at: noon, by: 'person:Aini' },
  restamped: { type: 'restamped', at: noon, from: noon - 80 * hourMs, to: noon },
  claimed: { type: 'claimed', at: noon, documentTime: noon, attemptId: 'attempt-1' },
  unsent: { type: 'unsent', at: noon, reason: 'not_connected' },
  taken: { type: 'taken', at: noon, uuid: 'UUID-1', submissionUid: 'SUB-1' },
  refused: { type: 'refused', at: noon, errors: [{ code: 'CF321', message: 'too old', field: 'IssueDate' }] },
  outcome_unknown: { type: 'outcome_unknown', at: noon, reason: 'timed_out' },
  presumed_sent: { type: 'presumed_sent', at: noon, reason: 'restored' },
  not_found: { type: 'not_found', at: noon },
  requeued: { type: 'requeued', at: noon },
  conflicted: { type: 'conflicted', at: noon, attention: 'conflict' },
  taken_over: {
    type: 'taken_over',
    at: noon,
    by: 'person:Aini',
    evidence: 'seen on the portal',
    uuid: 'UUID-1',
    submissionUid: 'SUB-1',
  },
  confirmed_not_received: {
    type: 'confirmed_not_received',
    at: noon,
    by: 'person:Aini',
    evidence: 'not on the portal',
  },
  marked_refused: { type: 'marked_refused', at: noon, by: 'person:Aini', evidence: 'rejected on the portal' },
  found: { type: 'found', at: noon, uuid: 'UUID-1', submissionUid: 'SUB-1' },
  validated: { type: 'validated', at: noon, longId: 'LONG-1', validatedAt: noon, cancellableUntil: noon + windowMs },
  linked: { type: 'linked', at: noon, longId: 'LONG-1' },
  invalidated: { type: 'invalidated', at: noon, errors: [{ code: 'DS302', message: 'no such TIN', field: 'TIN' }] },
  rejection_requested: { type: 'rejection_requested', at: noon, reason: 'wrong buyer' },
  cancel_requested: { type: 'cancel_requested', at: noon, by: 'person:Aini', reason: 'wrong buyer' },
  cancel_asked: { type: 'cancel_asked', at: noon },
  cancel_unsent: { type: 'cancel_unsent', at: noon },
  cancel_outcome_unknown: { type: 'cancel_outcome_unknown', at: noon },
  cancel_refused: { type: 'cancel_refused', at: noon, code: 'OperationPeriodOver', message: 'too late' },
  cancelled: { type: 'cancelled', at: noon, elsewhere: false },
  anomaly: { type: 'anomaly', at: noon, observed: 'Submitted' },
}

type LivingType = Exclude<EventType, 'received'>

/** A record after these events. */
export const after = (...types: readonly LivingType[]): RecordState =>
  types.reduce((record, type) => evolve(record, eventOf[type]), aRecord())

/** The usual events on the way into each phase. */
const lives: Readonly<Record<Phase, readonly LivingType[]>> = {
  queued: [],
  held: ['held'],
  sending: ['claimed'],
  unknown: ['claimed', 'outcome_unknown'],
  conflict: ['claimed', 'outcome_unknown', 'conflicted'],
  submitted: ['claimed', 'taken'],
  valid: ['claimed', 'taken', 'validated'],
  invalid: ['claimed', 'refused'],
  voided: ['voided'],
  cancelled: ['claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked', 'cancelled'],
}

/** A record in this phase, after the usual events. */
export const recordIn = (phase: Phase, over: Partial<RecordState> = {}): RecordState => ({
  ...after(...lives[phase]),
  ...over,
})
