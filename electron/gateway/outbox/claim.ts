import type { Attempt } from '../../../shared/domain/attempt.ts'
import { decideClaim, decideRestamp } from '../../../shared/domain/decide-send.ts'
import { unchanged } from '../../../shared/domain/event.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { BatchItem } from '../authority/port.ts'
import type { Company, DueRecord } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import { buildOrReuse } from './build.ts'
import type { OutboxDeps } from './deps.ts'
import { leaveToPerson, transition } from './transition.ts'

/** In base64; the authority takes 5 MB for a submission. */
const mostBytes = 4.5 * 1024 * 1024

/** If another change came first, the rest is tried again after this pause. */
const afterLostClaimMs = 1000

/** Durably claimed for one attempt, with its bytes. */
export interface ClaimedItem {
  readonly stored: StoredRecord
  readonly attempt: Attempt
  readonly item: BatchItem
}

export interface ClaimResult {
  readonly claimed: readonly ClaimedItem[]
  /** False if an error ended it before all due records had their turn. */
  readonly isWhole: boolean
}

/** Claims of one turn share one sync. The next are built after it, so that a till has the processor meanwhile. */
const claimedTogether = 8

/**
 * Claims what fits into one batch. If an error ends it, such as a full disk, the records that were claimed are
 * returned, because only their sender settles them. @throws that error, if nothing was claimed
 */
export async function claimBatch(deps: OutboxDeps, company: Company, due: readonly DueRecord[]): Promise<ClaimResult> {
  const batchId = deps.randomness.guid()
  const claimed: ClaimedItem[] = []
  const broken: unknown[] = []
  const ready: (() => Promise<ClaimedItem | null>)[] = []
  const claimReady = async () => {
    for (const end of await Promise.allSettled(ready.splice(0).map((claim) => claim()))) {
      if (end.status === 'rejected') broken.push(end.reason)
      else if (end.value) claimed.push(end.value)
    }
  }
  let [bytes, begun] = [0, 0]
  try {
    for (const stored of due) {
      await deps.salePriority?.free()
      const built = await buildOrReuse(deps, company, stored)
      if (built.kind === 'cannot') {
        await leaveToPerson(deps, stored, { attention: built.attention })
        continue
      }
      bytes += Math.ceil(built.bytes.length / 3) * 4
      if (bytes > mostBytes && begun > 0) break
      begun += 1
      ready.push(() => claimOne(deps, stored, { ...built, batchId }))
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

interface ToClaim {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly issueTime: EpochMs
  readonly batchId: string
}

async function claimOne(deps: OutboxDeps, stored: StoredRecord, built: ToClaim): Promise<ClaimedItem | null> {
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
  // Only if the record is unchanged. Another change wins, above all a void.
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
  if (after?.record.phase !== 'sending') {
    await deps.schedule.postpone('send', [stored.seq], clock.now() + afterLostClaimMs)
    return null
  }
  const { bytes, sha256 } = built
  const { family, kind, documentNumber, saleGuid } = record
  return { stored: after, attempt, item: { bytes, sha256, family, kind, documentNumber, saleGuid } }
}
