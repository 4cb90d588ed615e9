import { isTurnedAway, type Outcome } from '../../../shared/domain/attempt.ts'
import { settle } from '../../../shared/domain/decide-send.ts'
import type { Advice, SubmitAnswer } from '../authority/port.ts'
import { checkpoint } from '../platform/crash-points.ts'
import type { Company } from '../store/port/port.ts'
import { StorageFailure } from '../store/refusal.ts'
import { beginBuilds, endBuilds, sameSort, TurnedAway } from './batch.ts'
import { type Claimed, claimAll } from './claim.ts'
import type { OutboxDeps } from './deps.ts'
import { inSlices } from './in-slices.ts'
import { firstLookUpMs, refusedPauseMs } from './timing.ts'
import { leaveToPerson, transition } from './transition.ts'

export interface Dispatched {
  /** Records that were due and looked at; 0 means there is nothing to send. */
  readonly handled: number
  readonly advice: Advice
}

export interface DispatchLimits {
  /** How many documents at most; the authority may take fewer. */
  readonly most?: number
  /** Asked last before anything is claimed: signing in takes a while, and a person may have paused sending meanwhile. */
  readonly isPaused?: () => boolean
  /** What the door turned away in earlier batches of the company. */
  readonly turnedAway?: TurnedAway
}

/** Sends one batch of what is due for a company: claim durably, then send, then store exactly what became of each. */
export async function dispatchBatch(
  deps: OutboxDeps,
  company: Company,
  { most = Number.POSITIVE_INFINITY, isPaused = () => false, turnedAway = new TurnedAway() }: DispatchLimits = {},
): Promise<Dispatched> {
  const { companyGuid } = company.profile
  const size = Math.min(most, deps.authority.mostInBatch)
  const due = await deps.schedule.due('send', companyGuid, deps.clock.now(), size + turnedAway.size)
  if (due.length === 0) return { handled: 0, advice: { kind: 'go_on' } }
  const advice = await deps.authority.ready(company.profile)
  await deps.lookForPauses?.(companyGuid)
  if (advice.kind !== 'go_on' || isPaused()) return { handled: 0, advice }
  const begun = await beginBuilds(deps, sameSort(turnedAway.next(due)).slice(0, size))
  if (begun.length > 0) checkpoint('building')
  const { claimed, isWhole } = await claimAll(deps, company, begun).catch(async (cause: unknown) => {
    // It says nothing of the documents: they are tried again as if nothing had been.
    if (cause instanceof StorageFailure) await endBuilds(deps, begun, [])
    throw cause
  })
  // If one of them ended it, it is not known what the rest would have done: they go in fewer next time.
  if (isWhole) await endBuilds(deps, begun, claimed)
  const last = claimed.at(-1)
  if (!last) return { handled: due.length, advice }
  checkpoint('claimed')
  deps.sentMark?.note(last, deps.authority.clock.now())
  const { answer, toBlame } = heardBy(turnedAway, claimed, await send(deps, company, claimed))
  checkpoint('answered')
  await inSlices(deps, claimed, (each, at) => settleOne(deps, each, answer, answer.outcomes[at], claimed.length))
  if (toBlame) await holdTurnedAway(deps, toBlame)
  return { handled: due.length, advice: adviceAfter(answer) }
}

/** Of one document, before each further one waits longer. */
const triesAtOnce = 3

/** @returns what the answer means for the company, and the one document that is to blame for it, if there is one */
function heardBy(turnedAway: TurnedAway, claimed: readonly Claimed[], answer: SubmitAnswer) {
  const seqs = claimed.map(({ stored }) => stored.seq)
  if (!turnedAway.hear(seqs, answer.outcomes)) return { answer, toBlame: undefined }
  return { answer: { ...answer, advice: { kind: 'go_on' } } satisfies SubmitAnswer, toBlame: claimed[0] }
}

/** One that may have been sent by an earlier attempt is looked up, and nothing else happens to it. */
async function holdTurnedAway(deps: OutboxDeps, { item }: Claimed): Promise<void> {
  const settled = await deps.records.byGuid(item.saleGuid)
  if (!settled || settled.record.everSent) return
  const turnedAwayBytes = item.bytes.length
  const held = await leaveToPerson(deps, settled, { attention: 'cannot_be_sent', turnedAwayBytes })
  if (held)
    deps.log.warn({ saleGuid: item.saleGuid, turnedAwayBytes }, 'the authority turns away one document and no other')
}

const isTooLate = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'unsent' && outcome.reason === 'deadline_passed'

/** One document for which the time was too short finds no more of it at once; of many fewer are tried. */
const adviceAfter = ({ advice, outcomes }: SubmitAnswer): Advice =>
  outcomes.length === 1 && isTooLate(outcomes[0]) ? { kind: 'pause', askedMs: null, attention: null } : advice

async function send(deps: OutboxDeps, company: Company, claimed: readonly Claimed[]): Promise<SubmitAnswer> {
  const { clock, authority, log, isStillSender = async () => true } = deps
  const deadline = Math.min(...claimed.map(({ attempt }) => attempt.sendDeadline))
  const startedAt = clock.steadyMs()
  const left = deadline - clock.now()
  // Both clocks: the wall's may be set back, the steady one may stand still while the machine sleeps.
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
    // It should not come to this, but what is claimed must not wait for the next start to be looked up.
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
  { stored, attempt }: Claimed,
  { exchange, advice }: SubmitAnswer,
  answered: Outcome | undefined,
  size: number,
): Promise<void> {
  const outcome: Outcome = answered ?? { kind: 'inDoubt', reason: 'missing_in_answer' }
  const at = clock.now()
  await transition(records, stored, (record) => settle(record, attempt.id, outcome, at), {
    dueAt: ({ phase, submittedAt, attempts }) => {
      if (phase === 'submitted') return at + timing.pollIntervalMs
      // Answered and not taken, again and again: it goes no more often than this, also if the clock is set. If the whole
      // lane waits, each keeps its place.
      if (phase === 'queued' && exchange.httpStatus !== null && advice.kind !== 'pause' && attempts > triesAtOnce)
        return at + refusedPauseMs(attempts - triesAtOnce, timing)
      // A try that failed costs no place in the queue; how long to wait is the lane's business.
      return phase === 'unknown' ? at + firstLookUpMs(timing) : Math.min(at, submittedAt)
    },
    outcome: { attemptId: attempt.id, at, outcome, ...exchange },
    // A slow machine makes a smaller batch ready in time, and a door that turns away one document lets its neighbours pass.
    ...((advice.kind === 'split' || isTooLate(outcome) || (size > 1 && isTurnedAway(outcome))) && {
      mostInBatch: Math.max(1, Math.floor(size / 2)),
    }),
  })
}
