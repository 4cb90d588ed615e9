import { isRefusedUnread, type Outcome } from '../../../shared/domain/attempt.ts'
import { decideSettle } from '../../../shared/domain/decide-send.ts'
import type { SendingAdvice, SubmitAnswer } from '../authority/port.ts'
import { checkpoint } from '../platform/crash-points.ts'
import type { Company } from '../store/port/port.ts'
import { StorageFailure } from '../store/refusal.ts'
import { markBuildsBegun, markBuildsDone, OversizeSuspects, selectBatch } from './batch.ts'
import { type ClaimedItem, claimBatch } from './claim.ts'
import type { OutboxDeps } from './deps.ts'
import { mapInSlices } from './map-in-slices.ts'
import { firstLookUpMs, refusedPauseMs } from './timing.ts'
import { leaveToPerson, transition } from './transition.ts'

export interface DispatchResult {
  /** 0 if there is nothing to send. */
  readonly handled: number
  readonly advice: SendingAdvice
  /** Whether these documents may have been sent before. */
  readonly isAgain?: boolean
}

export interface DispatchOptions {
  /** The authority may take fewer. */
  readonly most?: number
  /** Asked last: a person may have paused sending during the sign-in. */
  readonly isPaused?: () => boolean
  /** Documents that earlier batches showed to be refused at once. */
  readonly turnedAway?: OversizeSuspects
  /** Documents that were never sent go first: those that are sent again go one by one, and many would hold up the others. */
  readonly isNewFirst?: boolean
}

/** So many documents that are sent again are looked past for new ones. */
const mostPassed = 1_000

/** Claims durably, then sends, then stores what became of each document. */
export async function claimAndSend(
  deps: OutboxDeps,
  company: Company,
  { most, isPaused = () => false, turnedAway = new OversizeSuspects(), isNewFirst = false }: DispatchOptions = {},
): Promise<DispatchResult> {
  const { companyGuid } = company.profile
  const size = Math.min(most ?? Number.POSITIVE_INFINITY, deps.authority.mostInBatch)
  const wanted = size + turnedAway.size + (isNewFirst ? mostPassed : 0)
  const due = await deps.schedule.due('send', companyGuid, deps.clock.now(), wanted)
  if (due.length === 0) return { handled: 0, advice: { kind: 'go_on' } }
  const advice = await deps.authority.ready(company.profile)
  await deps.lookForPauses?.(companyGuid)
  if (advice.kind !== 'go_on' || isPaused()) return { handled: 0, advice }
  const inOrder = isNewFirst
    ? due.toSorted((one, other) => Number(one.record.everSent) - Number(other.record.everSent))
    : due
  const begun = await markBuildsBegun(deps, selectBatch(turnedAway.next(inOrder)).slice(0, size))
  if (begun.length > 0) checkpoint('building')
  const { claimed, isWhole } = await claimBatch(deps, company, begun).catch(async (cause: unknown) => {
    // If the store fails, the documents are not the cause.
    if (cause instanceof StorageFailure) await markBuildsDone(deps, begun, [])
    throw cause
  })
  // After an error the other documents were not tried, so their count stays and fewer are tried next time.
  if (isWhole) await markBuildsDone(deps, begun, claimed)
  const last = claimed.at(-1)
  if (!last) return { handled: due.length, advice }
  checkpoint('claimed')
  deps.sentMark?.note(last, deps.authority.clock.now())
  const { answer, toBlame } = heardBy(turnedAway, claimed, await send(deps, company, claimed))
  checkpoint('answered')
  await mapInSlices(deps, claimed, (each, at) => settleOne(deps, each, answer, answer.outcomes[at], claimed.length))
  if (toBlame) await holdTurnedAway(deps, toBlame)
  return { handled: due.length, advice: adviceAfter(answer), isAgain: begun[0]?.record.everSent === true }
}

/** So many tries of a document have no growing pauses. */
const triesAtOnce = 3

/** @returns what the answer means for the company, and the one document that caused it, if any */
function heardBy(turnedAway: OversizeSuspects, claimed: readonly ClaimedItem[], answer: SubmitAnswer) {
  const seqs = claimed.map(({ stored }) => stored.seq)
  if (!turnedAway.hear(seqs, answer.outcomes)) return { answer, toBlame: undefined }
  return { answer: { ...answer, advice: { kind: 'go_on' } } satisfies SubmitAnswer, toBlame: claimed[0] }
}

/** A document that may have been sent earlier is only looked up. */
async function holdTurnedAway(deps: OutboxDeps, { item }: ClaimedItem): Promise<void> {
  const settled = await deps.records.byGuid(item.saleGuid)
  if (!settled || settled.record.everSent) return
  const turnedAwayBytes = item.bytes.length
  const held = await leaveToPerson(deps, settled, { attention: 'cannot_be_sent', turnedAwayBytes })
  if (held)
    deps.log.warn({ saleGuid: item.saleGuid, turnedAwayBytes }, 'the authority turns away one document and no other')
}

const isTooLate = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'unsent' && outcome.reason === 'deadline_passed'

/** If one document took too long, fewer are tried. */
const adviceAfter = ({ advice, outcomes }: SubmitAnswer): SendingAdvice =>
  outcomes.length === 1 && isTooLate(outcomes[0]) ? { kind: 'pause', askedMs: null, attention: null } : advice

async function send(deps: OutboxDeps, company: Company, claimed: readonly ClaimedItem[]): Promise<SubmitAnswer> {
  const { clock, authority, log, isStillSender = async () => true } = deps
  const deadline = Math.min(...claimed.map(({ attempt }) => attempt.sendDeadline))
  const startedAt = clock.steadyMs()
  const left = deadline - clock.now()
  // Both clocks must agree: the wall clock can be set back, and the steady clock stops while the computer sleeps.
  const isInTime = () => clock.now() < deadline && clock.steadyMs() - startedAt < left
  const mayStillSend = async () => isInTime() && (await isStillSender()) && isInTime()
  const batch = claimed.map(({ item }) => item)
  try {
    const answer = await authority.submit(company.profile, batch, mayStillSend)
    const { unknownDocuments = 0, exchange } = answer
    if (unknownDocuments > 0)
      log.warn(
        { ...exchange, strangers: unknownDocuments },
        'the answer of the authority names documents that were not sent',
      )
    return answer
  } catch (cause) {
    // Unexpected: claimed records must be looked up now, not at the next start.
    log.error({ err: cause, batchId: claimed[0]?.attempt.batchId }, 'a batch could not be sent to its end')
    return brokenOff(claimed.length)
  }
}

const brokenOff = (size: number): SubmitAnswer => ({
  outcomes: Array.from({ length: size }, () => ({ kind: 'inDoubt', reason: 'connection_broken' })),
  exchange: { httpStatus: null, correlationId: null, answer: null },
  advice: { kind: 'pause', askedMs: null, attention: null },
})

async function settleOne(
  { records, clock, timing }: OutboxDeps,
  { stored, attempt }: ClaimedItem,
  { exchange, advice }: SubmitAnswer,
  answered: Outcome | undefined,
  size: number,
): Promise<void> {
  const outcome: Outcome = answered ?? { kind: 'inDoubt', reason: 'missing_in_answer' }
  const at = clock.now()
  await transition(records, stored, (record) => decideSettle(record, attempt.id, outcome, at), {
    dueAt: ({ phase, submittedAt, attempts }) => {
      if (phase === 'submitted') return at + timing.pollIntervalMs
      // A document that is refused again and again has pauses of its own. If the whole company waits, documents keep
      // their places.
      if (phase === 'queued' && exchange.httpStatus !== null && advice.kind !== 'pause' && attempts > triesAtOnce)
        return at + refusedPauseMs(attempts - triesAtOnce, timing)
      // After a failed try the document keeps its place, and the lane decides the pause.
      return phase === 'unknown' ? at + firstLookUpMs(timing) : Math.min(at, submittedAt)
    },
    outcome: { attemptId: attempt.id, at, outcome, ...exchange },
    // A smaller batch is ready sooner, and a document that is refused at once lets others pass.
    ...((advice.kind === 'split' || isTooLate(outcome) || (size > 1 && isRefusedUnread(outcome))) && {
      mostInBatch: Math.max(1, Math.floor(size / 2)),
    }),
  })
}
