import type { Outcome } from '../../shared/domain/attempt.ts'
import { decideAskToCancel, decideCancel, decideCancelLookUp, settleCancel } from '../../shared/domain/decide-cancel.ts'
import {
  decideAfterLookUps,
  decideAtStart,
  decideLookUp,
  doubtUnconfirmed,
} from '../../shared/domain/decide-look-up.ts'
import { decideObservation } from '../../shared/domain/decide-observation.ts'
import { decideClaim, settle } from '../../shared/domain/decide-send.ts'
import { decideHold, decideSubmission } from '../../shared/domain/decide-submission.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideResolution, decideVoid } from '../../shared/domain/person-acts.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import type { Attempt, Ending, LivingEvent } from './world.ts'

/** The product's own law, and beside it what its rooms do around it; each of them can be broken alone. */
export const law = {
  decideAfterLookUps,
  decideAskToCancel,
  decideAtStart,
  decideCancel,
  decideCancelLookUp,
  decideClaim,
  decideHold,
  decideLookUp,
  decideObservation,
  decideResolution,
  decideSubmission,
  decideVoid,
  doubtUnconfirmed: doubtUnconfirmed as (at: number) => readonly LivingEvent[],
  evolve,
  settle,
  settleCancel,
  /** authority/myinvois/submit.ts: what is proven by how an exchange ended. */
  outcomeOf,
  /** outbox/build.ts: what was ever sent is sent again byte for byte. */
  bytesFor,
  /** connection.ts asks right before the first byte. */
  mayStillSend: (left: number): boolean => left > 0,
  /** outbox/dispatch.ts: the claim is durable before the first byte. */
  claimsFirst: true,
  /** outbox/deps.ts: under a generation that is over nothing is sent and nothing written. */
  goesOnUnderOldGeneration: false,
  /** outbox/transition.ts, handlers/void.ts: written only on the version it was decided on. */
  comparesVersions: true,
  /** authority/myinvois/look-up.ts: compared byte for byte. */
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
  // With a new issue time it is another document.
  return `${record.saleGuid} ${record.revision}${record.confirmedNotReceived ? ` again ${attempts.length}` : ''}`
}
