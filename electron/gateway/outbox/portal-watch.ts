import type { EpochMs, RecordState } from '../../../shared/domain/record.ts'
import type { WatchedDocument } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { CancellableCursor, StoredRecord } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { applyObservation } from './poll.ts'

const pageSize = 1000
/** After a start, the watch looks back so far: periods may have ended during a long weekend. */
const longestBlindMs = 72 * 3_600_000
const firstWithinMs = 30_000
/** Usually seconds, sometimes hours. */
const longestCheckMs = 24 * 3_600_000
const againAfterMs = 5 * 60_000

export interface PortalWatchResult {
  readonly changed: readonly StoredRecord[]
  readonly pauseMs: number
}

/**
 * Finds what people did on the authority's portal: the issuer cancelled, or a buyer asked for a rejection (myinvois 2,
 * E3, E4). The authority sends no news, so documents within their period are looked at from time to time.
 */
export class PortalWatch {
  readonly #deps: OutboxDeps
  /** By the steady clock. */
  #dueMs: number
  /** By the authority's clock. Periods that ended since then are looked at once more. */
  #lookedAt: EpochMs | null = null

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    const { clock, randomness, timing } = deps
    this.#dueMs = clock.steadyMs() + randomness.fraction() * Math.min(timing.watchIntervalMs, firstWithinMs)
  }

  /** Does nothing before it is due. @param step called before each question */
  async round(company: Company, step: () => void): Promise<PortalWatchResult> {
    const { clock, authority } = this.#deps
    const earlyMs = this.#dueMs - clock.steadyMs()
    if (earlyMs > 0) return { changed: [], pauseMs: earlyMs }
    await authority.learnRules?.(company.profile)
    const now = authority.clock.now()
    const since = Math.max(this.#lookedAt ?? 0, now - longestBlindMs)
    const { changed, failedMs } = await lookAtAll(this.#deps, company, since, step)
    if (failedMs === null) this.#lookedAt = now
    const pauseMs = failedMs ?? this.#usualPauseMs()
    this.#dueMs = clock.steadyMs() + pauseMs
    return { changed, pauseMs }
  }

  /** With jitter, but never longer than the setting. */
  #usualPauseMs(): number {
    const { randomness, timing } = this.#deps
    return timing.watchIntervalMs * (0.8 + 0.2 * randomness.fraction())
  }
}

/** @param since documents whose period ended before are left out @returns as `failedMs` the pause if there was no answer */
async function lookAtAll(deps: OutboxDeps, { profile }: Company, since: EpochMs, step: () => void) {
  const changed: StoredRecord[] = []
  let place: CancellableCursor = { cancellableUntil: since, seq: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const page = await deps.records.cancellableAfter(profile.companyGuid, place, pageSize)
    const last = page.at(-1)
    if (!last) return { changed, failedMs: null }
    step()
    const answer = await deps.authority.watch(profile, page.flatMap(watchedOf), step)
    if (answer.kind === 'not_shown') {
      const failedMs = Math.max(answer.askedMs ?? 0, Math.min(againAfterMs, deps.timing.watchIntervalMs))
      return { changed, failedMs }
    }
    const shown = new Map(answer.documents.map((document) => [document.uuid, document]))
    for (const stored of page) {
      const { authority } = stored.record
      const seen = authority && shown.get(authority.uuid)
      const after = seen && (await applyObservation(deps, stored, seen))
      if (after) changed.push(after)
    }
    place = { cancellableUntil: last.record.cancellableUntil ?? 0, seq: last.seq }
  }
}

function watchedOf({ record }: StoredRecord): readonly WatchedDocument[] {
  const { authority, firstSentAt, validatedAt, attention } = record
  if (!authority || firstSentAt === null || validatedAt === null) return []
  const { uuid, submissionUid } = authority
  const isRejectionKnown = attention === 'rejection_requested'
  return [{ ...record, uuid, submissionUid, sentAt: sentBefore(record, validatedAt), validatedAt, isRejectionKnown }]
}

/** A document that a look-up found may have been sent before this gateway knew of it. */
function sentBefore({ firstSentAt, submittedAt, issuedAt }: RecordState, validatedAt: EpochMs): EpochMs {
  const known = [firstSentAt, submittedAt, issuedAt].find((at) => at !== null && at <= validatedAt)
  return known ?? validatedAt - longestCheckMs
}
