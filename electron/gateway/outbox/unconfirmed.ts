import {
  decideAtStart,
  decideMissing,
  isResultOverdue,
  makeDoubtEvents,
  missingStatus,
} from '../../../shared/domain/decide-look-up.ts'
import { unchanged } from '../../../shared/domain/event.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { DueRecord } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { firstLookUpMs, pollPauseMs } from './timing.ts'
import { transition } from './transition.ts'

/**
 * An accepted record without any result: it is looked up at once. @param by null for the gateway @returns null if there
 * is no reason
 */
export const putInDoubt = (
  { records, clock }: Pick<OutboxDeps, 'records' | 'clock'>,
  stored: StoredRecord,
  by: string | null,
): Promise<StoredRecord | null> => {
  const at = clock.now()
  // Both or none: a record in doubt must not be able to go again by itself.
  const [before, event] = makeDoubtEvents(at)
  return transition(
    records,
    stored,
    (record) => (isResultOverdue(record, at) ? { kind: 'happens', before, event } : unchanged),
    { dueAt: () => at, ...(by !== null && { by }) },
  )
}

/** The authority says that it does not have an accepted document. @returns the record if it changed */
export async function settleMissing(deps: OutboxDeps, stored: DueRecord): Promise<StoredRecord | null> {
  const { records, clock, timing } = deps
  const at = clock.now()
  switch (decideMissing(stored.record, (await records.events(stored.seq)).at(-1)?.event, at)) {
    case 'wait':
      return null
    case 'note':
      return transition(
        records,
        stored,
        ({ version }) =>
          version === stored.record.version
            ? { kind: 'happens', event: { type: 'anomaly', observed: missingStatus, at } }
            : unchanged,
        { dueAt: () => at + pollPauseMs(stored.tries, timing.pollIntervalMs) },
      )
    case 'doubt':
      return putInDoubt(deps, stored, null)
  }
}

const pageSize = 500

/**
 * Runs before anything is sent. Records that were claimed at the stop, or by an earlier sender, are put in doubt.
 * @returns how many
 */
export async function recoverClaimed(deps: OutboxDeps): Promise<number> {
  const { records, schedule, clock, timing } = deps
  let recovered = 0
  for (let afterSeq = 0; ; ) {
    const page = await schedule.all('settle', afterSeq, pageSize)
    const now = clock.now()
    const results = await Promise.all(
      page.map(async (stored) => {
        const at = await inDoubtSince(deps, stored, now)
        return transition(records, stored, (record) => decideAtStart(record, at), {
          // If another process sends by now, it is sending them.
          onlyAsRead: true,
          dueAt: () => now + firstLookUpMs(timing),
        })
      }),
    )
    recovered += results.filter((result) => result !== null).length
    const last = page.at(-1)
    if (!last) return recovered
    afterSeq = last.seq
  }
}

/** A gateway may start with a wrong clock: the times of the claim bound the search, and the quarantine. */
async function inDoubtSince(
  { records, timing }: OutboxDeps,
  { seq, record }: StoredRecord,
  now: EpochMs,
): Promise<EpochMs> {
  if (record.phase !== 'sending') return now
  const claim = (await records.attempts(seq)).find(({ id }) => id === record.attemptId)
  if (!claim) return now
  const latest = claim.sendDeadline + timing.requestTimeoutMs
  return now >= claim.claimedAt && now < latest ? now : latest
}
