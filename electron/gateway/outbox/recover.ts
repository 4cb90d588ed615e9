import { decideAtStart } from '../../../shared/domain/decide-start.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { isClockShared } from './shared-clock.ts'
import { lookUpPauseMs } from './timing.ts'
import { transition } from './transition.ts'

const pageSize = 500

/**
 * Before anything is sent after a start: whatever was claimed when the gateway stopped may have been sent, so it is
 * in doubt. Where other processes work on the same store, that is what was claimed by those that ended, and it is asked
 * for again and again.
 * @returns how many records that were
 */
export async function recover(deps: OutboxDeps): Promise<number> {
  const { records, schedule, claims, clock, timing } = deps
  const abandoned = (afterSeq: number) =>
    claims ? claims.abandoned(afterSeq, pageSize) : schedule.all('settle', afterSeq, pageSize)
  let recovered = 0
  for (let afterSeq = 0; ; ) {
    const page = await abandoned(afterSeq)
    // Since when it is in doubt is for another process to say, or for this one once its clock is right.
    if (!isClockShared(deps)) return recovered
    const now = clock.now()
    const results = await Promise.all(
      page.map(async (stored) => {
        const at = await inDoubtSince(deps, stored, now)
        return transition(records, stored, (record) => decideAtStart(record, at), {
          // Where another process took it over meanwhile, what is claimed by now is being sent.
          onlyAsRead: true,
          dueAt: () => now + lookUpPauseMs(false, true, timing),
        })
      }),
    )
    recovered += results.filter((result) => result !== null).length
    const last = page.at(-1)
    if (!last) return recovered
    afterSeq = last.seq
  }
}

/**
 * Nothing is sent by a clock that is wrong, but a gateway may start under one: by a claim's own times its document is
 * searched for where it can be, and the quarantine ends when it should.
 */
async function inDoubtSince({ records, timing }: OutboxDeps, { seq, record }: Stored, now: Instant): Promise<Instant> {
  if (record.phase !== 'sending') return now
  const claim = (await records.attempts(seq)).find(({ id }) => id === record.attemptId)
  if (!claim) return now
  const latest = claim.sendDeadline + timing.requestTimeoutMs
  return now >= claim.claimedAt && now < latest ? now : latest
}
