import type { Outcome } from '../../shared/domain/attempt.ts'
import { decideAskToCancel, decideCancel, decideCancelLookUp, settleCancel } from '../../shared/domain/decide-cancel.ts'
import { decideAfterLookUps, decideAtStart, decideLookUp, makeDoubtEvents } from '../../shared/domain/decide-look-up.ts'
import { decideObservation } from '../../shared/domain/decide-observation.ts'
import { decideClaim, decideSettle } from '../../shared/domain/decide-send.ts'
import { decideNoteHold, decideSubmission } from '../../shared/domain/decide-submission.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideResolution, decideVoid } from '../../shared/domain/person-acts.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import type { Attempt, Ending, LivingEvent } from './world.ts'

/** The rules of the product, and what the code around them does. A test can break each of them. */
export const law = {
  decideAfterLookUps,
  decideAskToCancel,
  decideAtStart,
  decideCancel,
  decideCancelLookUp,
  decideClaim,
  decideHold: decideNoteHold,
  decideLookUp,
  decideObservation,
  decideResolution,
  decideSubmission,
  decideVoid,
  doubtUnconfirmed: makeDoubtEvents as (at: number) => readonly LivingEvent[],
  evolve,
  settle: decideSettle,
  settleCancel,
  /** authority/myinvois/submit.ts: what the end of an exchange proves. */
  outcomeOf,
  /** outbox/build.ts: a document that was ever sent is sent again byte for byte. */
  bytesFor,
  /** connection.ts asks just before the first byte. */
  mayStillSend: (left: number): boolean => left > 0,
  /** outbox/dispatch.ts: the claim is durable before the first byte. */
  claimsFirst: true,
  /** outbox/deps.ts: under an old generation nothing is sent or written. */
  goesOnUnderOldGeneration: false,
  /** outbox/transition.ts, handlers/void.ts: an event is written only if the version is the one that was read. */
  comparesVersions: true,
  /** authority/myinvois/look-up.ts: documents are compared byte for byte. */
  comparesBytes: true,
}

export type Law = typeof law

function outcomeOf(ending: Ending): Outcome {
  switch (ending.kind) {
    case 'accepted':
      return { kind: 'accepted', uuid: ending.uuid, submissionUid: '' }
    case 'rejected':
      return { kind: 'rejected', errors: [] }
    case 'repeated':
      return { kind: 'inDoubt', reason: 'duplicate_reported' }
    case 'turned_away':
      return { kind: 'unsent', reason: 'throttled' }
    case 'not_connected':
      return { kind: 'unsent', reason: 'not_connected' }
    case 'too_late':
      return { kind: 'unsent', reason: 'deadline_passed' }
    case 'broken':
      return { kind: 'inDoubt', reason: 'connection_broken' }
  }
}

function bytesFor(record: RecordState, attempts: readonly Attempt[]): string {
  const last = attempts.findLast(({ revision }) => revision === record.revision)
  if (record.everSent && last) return last.bytes
  // With another issue time it would be another document.
  return `${record.saleGuid} ${record.revision}${record.confirmedNotReceived ? ` again ${attempts.length}` : ''}`
}
