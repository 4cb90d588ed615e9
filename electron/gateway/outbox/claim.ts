import type { Attempt } from '../../../shared/domain/attempt.ts'
import { decideClaim, decideRestamp } from '../../../shared/domain/decide-send.ts'
import { unchanged } from '../../../shared/domain/event.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { BatchItem } from '../authority/port.ts'
import type { Company, Due } from '../store/port/port.ts'
import type { Stored } from '../store/port/records.ts'
import { buildFor } from './build.ts'
import type { OutboxDeps } from './deps.ts'
import { leaveToPerson, transition } from './transition.ts'

/** Of base64, under the authority's 5 MB for the whole submission. */
const mostBytes = 4.5 * 1024 * 1024

/** The record was changed first by another; what that leaves to do, if anything, can wait a moment. */
const afterLostClaimMs = 1000

/** A record that is durably taken for one attempt, and the bytes of it. */
export interface Claimed {
  readonly stored: Stored
  readonly attempt: Attempt
  readonly item: BatchItem
}

export interface Claims {
  readonly claimed: readonly Claimed[]
  /** False if something ended it before everything that was due had its turn. */
  readonly isWhole: boolean
}

/**
 * Claims made in one turn of the loop become durable together: each by itself would be a sync of the disk. The next are
 * built once these are: a till that sells meanwhile has the processor to itself while the disk is waited for.
 */
const claimedTogether = 8

/**
 * Claims what fits into one batch. What is claimed is durable, and only its sender settles it: if one of them
 * ends it all, a full disk say, the ones before are handed back all the same.
 * @throws what ended it, if nothing was claimed
 */
export async function claimAll(deps: OutboxDeps, company: Company, due: readonly Due[]): Promise<Claims> {
  const batchId = deps.randomness.guid()
  const claimed: Claimed[] = []
  const broken: unknown[] = []
  const ready: (() => Promise<Claimed | null>)[] = []
  const claimReady = async () => {
    for (const end of await Promise.allSettled(ready.splice(0).map((claim) => claim()))) {
      if (end.status === 'rejected') broken.push(end.reason)
      else if (end.value) claimed.push(end.value)
    }
  }
  let [bytes, begun] = [0, 0]
  try {
    for (const stored of due) {
      await deps.tillsFirst?.free()
      const built = await buildFor(deps, company, stored)
      if (built.kind === 'cannot') {
        await leaveToPerson(deps, stored, { attention: built.attention })
        continue
      }
      bytes += Math.ceil(built.bytes.length / 3) * 4
      if (bytes > mostBytes && begun > 0) break
      begun += 1
      ready.push(() => claimOrPostpone(deps, stored, { ...built, batchId }))
      if (ready.length === claimedTogether) await claimReady()
    }
  } catch (cause) {
    broken.push(cause)
  }
  await claimReady()
  if (broken.length > 0 && claimed.length === 0) throw broken[0]
  if (broken.length > 0) deps.log.error({ err: broken[0] }, 'a batch goes with less than was due')
  return { claimed, isWhole: broken.length === 0 }
}

async function claimOrPostpone(deps: OutboxDeps, stored: Stored, built: ToClaim): Promise<Claimed | null> {
  const claimed = await claimOne(deps, stored, built)
  if (!claimed) await deps.schedule.postpone('send', [stored.seq], deps.clock.now() + afterLostClaimMs)
  return claimed
}

interface ToClaim {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly issueTime: Instant
  readonly batchId: string
}

async function claimOne(deps: OutboxDeps, stored: Stored, built: ToClaim): Promise<Claimed | null> {
  const { timing, randomness, clock } = deps
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
  // Only on the record exactly as it was built from: a change made meanwhile, a void above all, has won.
  const after = await transition(
    deps.records,
    stored,
    (current) => {
      if (current.version !== record.version) return unchanged
      const claim = decideClaim(current, attempt, claimedAt, timing)
      const restamp = decideRestamp(current, built.issueTime, claimedAt)
      const isRestamped = claim.kind === 'happens' && claim.event.type === 'claimed' && restamp.kind === 'happens'
      return isRestamped ? { ...claim, before: restamp.event } : claim
    },
    { attempt },
  )
  if (after?.record.phase !== 'sending') return null
  const { bytes, sha256 } = built
  const { family, kind, documentNumber, saleGuid } = record
  return { stored: after, attempt, item: { bytes, sha256, family, kind, documentNumber, saleGuid } }
}
