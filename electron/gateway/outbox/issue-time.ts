import type { Instant, RecordState } from '../../../shared/domain/record.ts'

/** Behind the authority's clock, which is not known to the second, so that no document is of the future. */
const behindMs = 5_000
/** Before the authority's limit, so that a document does not grow too old on its way. */
const marginMs = 15 * 60_000

/**
 * When the sale was made, a second earlier for each correction: for two hours the authority calls a document with the
 * number and issue time of another a duplicate, be that other refused or not (myinvois 3).
 */
export const saidTimeOf = ({ issuedAt, revision }: Pick<RecordState, 'issuedAt' | 'revision'>): Instant =>
  issuedAt - (revision - 1) * 1000

/**
 * The issue time of a document that was never sent (contract 5): when the sale was made, unless that is in the
 * future for the authority or too long ago for it.
 * @param sendingAt by the authority's clock
 * @param oldestMs how old an issue time the authority takes
 */
export function issueTimeFor(issuedAt: Instant, sendingAt: Instant, oldestMs: number): Instant {
  const isTooOld = issuedAt < sendingAt - oldestMs + marginMs
  return toSecond(isTooOld ? sendingAt : Math.min(issuedAt, sendingAt - behindMs))
}

const toSecond = (instant: Instant): Instant => Math.floor(instant / 1000) * 1000
