import { happens, type RecordEvent } from '../../shared/domain/event.ts'
import { isCancelling } from '../../shared/domain/status.ts'
import { type Law, law } from './law.ts'
import type { SettingName } from './settings.ts'
import { rules } from './world.ts'

/** One rule replaced by a wrong one, and the invariant that must notice. */
export interface Broken {
  readonly title: string
  readonly instead: Partial<Law>
  readonly breaks: string
  readonly where: SettingName
}

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>
const unsent: Event<'unsent'> = { type: 'unsent', reason: 'not_connected', at: 0 }

/** It concerns all worlds together, not one of them. */
export const restless = '27 everything comes to rest'

/** Typical mistakes of gateways, and the invariant that each one breaks. */
export const broken: readonly Broken[] = [
  {
    title: 'what was being sent in a crash is Pending again',
    where: 'three attempts',
    instead: {
      decideAtStart: (record, at) =>
        record.phase === 'sending' ? (happens(unsent) as never) : law.decideAtStart(record, at),
    },
    breaks: '10 whatever counts at the authority has a record that says so',
  },
  {
    title: 'after a timeout a record counts as never sent',
    where: 'three attempts',
    instead: {
      settle: (record, attemptId, outcome, at) =>
        law.settle(
          record,
          attemptId,
          outcome.kind === 'inDoubt' ? { kind: 'unsent', reason: 'throttled' } : outcome,
          at,
        ),
    },
    breaks: '10 whatever counts at the authority has a record that says so',
  },
  {
    title: 'a broken connection proves that nothing arrived',
    where: 'three attempts',
    instead: {
      outcomeOf: (ending) => law.outcomeOf(ending.kind === 'broken' ? { kind: 'not_connected' } : ending),
    },
    breaks: '10 whatever counts at the authority has a record that says so',
  },
  {
    title: 'a look-up counts while the document may still be on its way',
    where: 'no duplicates detected',
    instead: {
      decideLookUp: (record, finding, at, given) =>
        law.decideLookUp(record, finding, at, { ...given, quarantineMs: 0 }),
    },
    breaks: '3 the authority has one document that counts',
  },
  {
    title: 'one look-up that finds nothing is enough',
    where: 'no duplicates detected',
    instead: {
      decideAfterLookUps: (record, at, given) => {
        const { doubt } = record
        const isEnough = doubt !== null && doubt.lookUps > 0
        return law.decideAfterLookUps(isEnough ? { ...record, doubt: { ...doubt, lookUps: 2 } } : record, at, given)
      },
    },
    breaks: '3 the authority has one document that counts',
  },
  {
    title: 'look-ups count however close together they are',
    where: 'no duplicates detected',
    instead: {
      decideLookUp: (record, finding, at, given) =>
        law.decideLookUp(record, finding, at, { ...given, lookUpIntervalMs: 0 }),
    },
    breaks: '3 the authority has one document that counts',
  },
  {
    title: 'a document goes again when the authority no longer knows it for a duplicate',
    where: 'three attempts',
    instead: {
      decideAfterLookUps: (record, at) => law.decideAfterLookUps(record, at, { ...rules, resendWindowMs: 1000 }),
      decideClaim: (record, attempt, at) => law.decideClaim(record, attempt, at, { resendWindowMs: 1000 }),
      mayStillSend: () => true,
    },
    breaks: '3 the authority has one document that counts',
  },
  {
    title: 'a machine that slept between claim and send sends all the same',
    where: 'three attempts',
    instead: { mayStillSend: () => true },
    breaks: '3 the authority has one document that counts',
  },
  {
    title: 'a sender whose generation is over sends what it had claimed, however late',
    where: 'a sender that loses the right, and no duplicates detected',
    instead: { goesOnUnderOldGeneration: true, mayStillSend: () => true },
    breaks: '3 the authority has one document that counts',
  },
  {
    title: 'a sender whose generation is over asks for the cancellation it had in mind',
    where: 'a sender that loses the right while it cancels',
    instead: { goesOnUnderOldGeneration: true },
    breaks: '8 what counts as not asked or refused was not cancelled by us, and no request for it is on its way',
  },
  {
    title: 'what is being sent may be voided',
    where: 'three attempts',
    instead: {
      decideVoid: (record, command) => law.decideVoid(record.phase === 'sending' ? pending(record) : record, command),
      evolve: (record, event) => law.evolve(event.type === 'voided' ? pending(record) : record, event),
    },
    breaks: '12 only legal transitions occur',
  },
  {
    title: 'a void does not ask whether the record was ever sent',
    where: 'three attempts',
    instead: {
      decideVoid: (record, command) =>
        law.decideVoid(record.phase === 'queued' ? { ...record, everSent: false } : record, command),
    },
    breaks: '2 a voided record was never sent, and its attempts are proven unsent',
  },
  {
    title: 'an attempt proven unsent clears the doubt that an earlier one left',
    where: 'three attempts',
    instead: {
      evolve: (record, event) => ({
        ...law.evolve(record, event),
        ...(event.type === 'unsent' && { everSent: false, firstSentAt: null }),
      }),
    },
    breaks: '21 a status never goes back, unless nothing was sent after all',
  },
  {
    title: 'a document is built anew for its re-send',
    where: 'three attempts',
    instead: { bytesFor: (record, attempts) => `${law.bytesFor(record, [])} ${attempts.length}` },
    breaks: '6 every copy of a revision is the same, byte for byte',
  },
  {
    title: 'a refusal is believed while an earlier attempt is in doubt',
    where: 'three attempts',
    instead: {
      settle: (record, attemptId, outcome, at) => law.settle({ ...record, sentBefore: false }, attemptId, outcome, at),
    },
    breaks: '9 an invalid document counts nowhere, and none of it is on its way',
  },
  {
    title: 'the outcome of another attempt is taken for this one’s',
    where: 'answers long after',
    instead: {
      settle: (record, _attemptId, outcome, at) => law.settle(record, record.attemptId ?? '', outcome, at),
    },
    breaks: '14 an attempt is open only while its record is being sent, and there is one',
  },
  {
    title: 'a repeated submission counts as refused',
    where: 'three attempts',
    instead: { outcomeOf: (ending) => law.outcomeOf(ending.kind === 'repeated' ? { kind: 'rejected' } : ending) },
    breaks: '9 an invalid document counts nowhere, and none of it is on its way',
  },
  {
    title: 'a document invalid only as a double counts as invalid',
    where: 'three attempts',
    instead: {
      decideObservation: (record, seen, at, given) =>
        law.decideObservation(record, { ...seen, isOnlyDuplicate: false }, at, given),
    },
    breaks: '9 an invalid document counts nowhere, and none of it is on its way',
  },
  {
    title: 'the claim is stored when the answer is there',
    where: 'three attempts',
    instead: { claimsFirst: false },
    breaks: '13 every attempt that leaves is on record before',
  },
  {
    title: 'a void writes over what happened since it read the record',
    where: 'three attempts',
    instead: { comparesVersions: false },
    breaks: '2 a voided record was never sent, and its attempts are proven unsent',
  },
  {
    title: 'any document under our number is ours',
    where: 'a stranger under our number',
    instead: { comparesBytes: false },
    breaks: '7 what is submitted, valid or cancelled is at the authority, byte for byte',
  },
  {
    title: 'a sale in doubt may be corrected',
    where: 'corrected and sold again',
    instead: {
      decideSubmission: (names, known) =>
        known.byGuid?.phase === 'unknown'
          ? { kind: 'revises', record: known.byGuid }
          : law.decideSubmission(names, known),
    },
    breaks: '12 only legal transitions occur',
  },
  {
    title: 'a sale may be sold again under a new GUID while it stands',
    where: 'corrected and sold again',
    instead: { decideSubmission: (names, known) => law.decideSubmission(names, { ...known, byKey: null }) },
    breaks: '4 one record stands under a business key',
  },
  {
    title: 'a request to cancel that got no answer has cancelled',
    where: 'cancellation',
    instead: {
      settleCancel: (record, outcome, at) =>
        law.settleCancel(record, outcome.kind === 'inDoubt' ? { kind: 'cancelled' } : outcome, at),
    },
    breaks: '8 what is cancelled is cancelled at the authority',
  },
  {
    title: 'a document still valid was not cancelled, however soon after the request somebody looks',
    where: 'cancellation',
    instead: {
      decideCancelLookUp: (record, look) => law.decideCancelLookUp(record, look, { quarantineMs: 0 }),
    },
    breaks: '8 what counts as not asked or refused was not cancelled by us, and no request for it is on its way',
  },
  {
    title: 'a cancellation in doubt is refused when its window closes',
    where: 'cancellation',
    instead: {
      decideAskToCancel: (record, at) =>
        record.cancellation?.state === 'unknown' && record.cancellableUntil !== null && at >= record.cancellableUntil
          ? happens({ type: 'cancel_refused', code: 'cancel_denied_period', message: '', at })
          : law.decideAskToCancel(record, at),
    },
    breaks: '8 what counts as not asked or refused was not cancelled by us, and no request for it is on its way',
  },
  {
    title: 'a person’s word counts while the document may still arrive',
    where: 'a person decides',
    instead: {
      decideResolution: (record, kind, resolution) =>
        law.decideResolution(record, kind, resolution, { quarantineMs: 0 }),
    },
    breaks: '9 an invalid document counts nowhere, and none of it is on its way',
  },
  {
    title: 'what a person confirmed as not received may be voided',
    where: 'a person decides',
    instead: { decideVoid: (record, command) => law.decideVoid({ ...record, confirmedNotReceived: false }, command) },
    breaks: '2 a voided record was never sent, and its attempts are proven unsent',
  },
  {
    title: 'what a person says was found is adopted, whatever the authority shows',
    where: 'a person decides',
    instead: {
      decideResolution: (record, kind, resolution, given) => {
        const same = { kind: 'same', uuid: 'UUID-0', submissionUid: '' } as const
        const finding = kind === 'found' ? same : resolution.finding
        return law.decideResolution(record, kind, { ...resolution, finding }, given)
      },
    },
    breaks: '7 what is submitted, valid or cancelled is at the authority, byte for byte',
  },
  {
    title: 'a crash while asking to cancel leaves it as it was',
    where: 'cancellation',
    instead: {
      decideAtStart: (record, at) =>
        isCancelling(record.cancellation) ? { kind: 'unchanged' } : law.decideAtStart(record, at),
    },
    breaks: restless,
  },
]

const pending = <Record extends Parameters<Law['evolve']>[0]>(record: Record): Record => ({
  ...record,
  phase: 'queued',
  everSent: false,
})
