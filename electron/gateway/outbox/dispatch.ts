import type { Attempt } from '../../../shared/domain/attempt.ts'
import { decideClaim, decideRestamp, settle } from '../../../shared/domain/decide-send.ts'
import type { Outcome } from '../../../shared/domain/outcome.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Advice, BatchItem, SubmitAnswer } from '../authority/port.ts'
import { crashPoint } from '../crash-points.ts'
import type { Company, Due } from '../store/port.ts'
import type { Stored } from '../store/port-records.ts'
import { buildFor } from './build.ts'
import type { OutboxParts } from './parts.ts'
import { lookUpPauseMs } from './timing.ts'
import { transition } from './transition.ts'
import { beginBuilds, endBuilds, isSuspect } from './unfinished.ts'

/** Of base64, under the authority's 5 MB for the whole submission. */
const mostBytes = 4.5 * 1024 * 1024

/** Somebody else changed the record first; what that leaves to do, if anything, can wait a moment. */
const afterLostClaimMs = 1000

export interface Dispatched {
  /** Records that were due and looked at; 0 means there is nothing to send. */
  readonly handled: number
  readonly advice: Advice
}

interface Claimed {
  readonly stored: Stored
  readonly attempt: Attempt
  readonly item: BatchItem
}

export interface DispatchLimits {
  /** How many documents at most; the authority may take fewer. */
  readonly most?: number
  /** Asked last before anything is claimed: signing in takes a while, and a person may have paused sending meanwhile. */
  readonly isPaused?: () => boolean
}

/** Sends one batch of what is due for a company: claim durably, then send, then store exactly what became of each. */
export async function dispatchBatch(
  parts: OutboxParts,
  company: Company,
  { most = Number.POSITIVE_INFINITY, isPaused = () => false }: DispatchLimits = {},
): Promise<Dispatched> {
  const { companyGuid } = company.profile
  const { mostInBatch } = parts.authority
  const due = await parts.schedule.due('send', companyGuid, parts.clock.now(), Math.min(most, mostInBatch))
  if (due.length === 0) return { handled: 0, advice: { kind: 'go_on' } }
  const advice = await parts.authority.ready(company.profile)
  if (advice.kind !== 'go_on' || isPaused()) return { handled: 0, advice }
  const begun = await beginBuilds(parts, sameSort(due))
  if (begun.length > 0) crashPoint('building')
  const claimed = await claim(parts, company, begun)
  await endBuilds(
    parts,
    begun,
    claimed.map(({ stored }) => stored),
  )
  if (claimed.length === 0) return { handled: due.length, advice }
  crashPoint('claimed')
  const answer = await send(parts, company, claimed)
  crashPoint('answered')
  await Promise.all(claimed.map((each, at) => settleOne(parts, each, answer, answer.outcomes[at], claimed.length)))
  return { handled: due.length, advice: answer.advice }
}

/**
 * Re-sends travel alone: what spoiled a batch must not spoil it again, and of one document every answer is clear
 * (reliability UP34). A suspect batch goes in smaller ones, and no two documents of a
 * batch have the same number, since that is all the authority's answer tells them apart by. What may have taken the
 * gateway down goes alone, so that only the guilty one does it again.
 */
function sameSort(due: readonly Due[]): readonly Due[] {
  const [first] = due
  if (first && (first.record.everSent || isSuspect(first))) return [first]
  const numbers = new Set<string>()
  const same = due.filter((each) => {
    const { record } = each
    const fits = !record.everSent && !isSuspect(each) && !numbers.has(record.documentNumber)
    if (fits) numbers.add(record.documentNumber)
    return fits
  })
  return same.slice(0, Math.min(...same.map(({ mostInBatch }) => mostInBatch)))
}

async function claim(parts: OutboxParts, company: Company, due: readonly Due[]): Promise<readonly Claimed[]> {
  const batchId = parts.randomness.guid()
  const claims: Promise<Claimed | null>[] = []
  let bytes = 0
  for (const stored of due) {
    const built = await buildFor(parts, company, stored)
    if (built.kind === 'cannot') {
      const at = parts.clock.now()
      await transition(parts.records, stored, (record) =>
        record.phase === 'queued'
          ? { kind: 'happens', event: { type: 'held', attention: built.attention, at } }
          : { kind: 'unchanged' },
      )
      continue
    }
    bytes += Math.ceil(built.bytes.length / 3) * 4
    if (bytes > mostBytes && claims.length > 0) break
    // Claims made in one turn of the loop become durable together.
    const claiming = claimOrPostpone(parts, stored, { ...built, batchId })
    // Refused by a full disk while the next one is built, nobody would wait for it yet, and the process would end of it;
    // below it is waited for.
    claiming.catch(() => undefined)
    claims.push(claiming)
  }
  return (await Promise.all(claims)).filter((claimed) => claimed !== null)
}

async function claimOrPostpone(parts: OutboxParts, stored: Stored, built: ToClaim): Promise<Claimed | null> {
  const claimed = await claimOne(parts, stored, built)
  if (!claimed) await parts.schedule.postpone('send', [stored.seq], parts.clock.now() + afterLostClaimMs)
  return claimed
}

interface ToClaim {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly issueTime: Instant
  readonly batchId: string
}

async function claimOne(parts: OutboxParts, stored: Stored, built: ToClaim): Promise<Claimed | null> {
  const { timing, randomness, clock } = parts
  const { record } = stored
  const claimedAt = clock.now()
  const windowEnd = record.firstSentAt === null ? Number.POSITIVE_INFINITY : record.firstSentAt + timing.resendWindowMs
  const attempt: Attempt = {
    id: randomness.guid(),
    batchId: built.batchId,
    revision: record.revision,
    sha256: built.sha256,
    payload: built.bytes,
    documentTime: built.issueTime,
    claimedAt,
    sendDeadline: Math.min(claimedAt + timing.requestTimeoutMs, windowEnd),
  }
  // Only on the record exactly as it was built from: whatever changed it meanwhile, a void above all, has won.
  const after = await transition(
    parts.records,
    stored,
    (current) =>
      current.version === record.version ? decideClaim(current, attempt.id, claimedAt, timing) : { kind: 'unchanged' },
    { attempt, beforeClaim: (current) => decideRestamp(current, built.issueTime, claimedAt) },
  )
  if (after?.record.phase !== 'sending') return null
  const { bytes, sha256 } = built
  const { family, kind, documentNumber, saleGuid } = record
  return { stored: after, attempt, item: { bytes, sha256, family, kind, documentNumber, saleGuid } }
}

async function send(parts: OutboxParts, company: Company, claimed: readonly Claimed[]): Promise<SubmitAnswer> {
  const { clock, authority, log } = parts
  const deadline = Math.min(...claimed.map(({ attempt }) => attempt.sendDeadline))
  const startedAt = clock.steadyMs()
  const left = deadline - clock.now()
  // Both clocks: the wall's may be set back, the steady one may stand still while the machine sleeps.
  const mayStillSend = () => clock.now() < deadline && clock.steadyMs() - startedAt < left
  const batch = claimed.map(({ item }) => item)
  try {
    const answer = await authority.submit(company.profile, batch, mayStillSend)
    const { strangers = 0, exchange } = answer
    if (strangers > 0)
      log.warn({ ...exchange, strangers }, 'the answer of the authority names documents that were not sent')
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
  { records, clock, timing }: OutboxParts,
  { stored, attempt }: Claimed,
  { exchange, advice }: SubmitAnswer,
  answered: Outcome | undefined,
  size: number,
): Promise<void> {
  const outcome: Outcome = answered ?? { kind: 'inDoubt', reason: 'missing_in_answer' }
  const at = clock.now()
  await transition(records, stored, (record) => settle(record, attempt.id, outcome, at), {
    dueAt: ({ phase, submittedAt }) => {
      if (phase === 'submitted') return at + timing.pollIntervalMs
      // A try that failed costs no place in the queue; how long to wait is the lane's business.
      return phase === 'unknown' ? at + lookUpPauseMs(false, true, timing) : Math.min(at, submittedAt)
    },
    outcome: { attemptId: attempt.id, at, outcome, ...exchange },
    ...(advice.kind === 'split' && { mostInBatch: Math.max(1, Math.floor(size / 2)) }),
  })
}
