import type { Instant } from '../../../shared/domain/record.ts'

/** An issue time lies so far behind the authority's clock, which is known to about a second: none is of the future. */
const behindMs = 5_000
/** Before the authority's limit, so that a document does not grow too old on its way. */
const marginMs = 15 * 60_000

export interface IssueTimeRules {
  /** By the authority's clock. */
  readonly sendingAt: Instant
  /** How old an issue time the authority takes. */
  readonly oldestMs: number
  /** What earlier revisions said: for two hours the authority calls the same number and time a duplicate (myinvois 3). */
  readonly said: ReadonlySet<Instant>
}

/**
 * The issue time of a document that was never sent (contract 5): when the sale was made, but no later than five seconds
 * before it is sent. A sale that is too old for the authority gets that latest time.
 */
export function issueTimeFor(issuedAt: Instant, { sendingAt, oldestMs, said }: IssueTimeRules): Instant {
  const latest = sendingAt - behindMs
  const isTooOld = issuedAt < sendingAt - oldestMs + marginMs
  let at = toSecond(isTooOld ? latest : Math.min(issuedAt, latest))
  while (said.has(at)) at -= 1000
  return at
}

const toSecond = (instant: Instant): Instant => Math.floor(instant / 1000) * 1000
