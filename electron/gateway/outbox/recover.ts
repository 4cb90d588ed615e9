import { decideAtStart } from '../../../shared/domain/decide-look-up.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { lookUpPauseMs } from './timing.ts'
import { transition } from './transition.ts'

const pageSize = 500

/**
 * Before anything is sent: what was claimed when the gateway stopped, or by the sender before this one, may have been
 * sent, so it is in doubt.
 * @returns how many records that were
 */
export async function recover(deps: OutboxDeps): Promise<number> {
  const { records, schedule, clock, timing } = deps
  let recovered = 0
  for (let afterSeq = 0; ; ) {
    const page = await schedule.all('settle', afterSeq, pageSize)
    const now = clock.now()
    const results = await Promise.all(
      page.map(async (stored) => {
        const at = await inDoubtSince(deps, stored, now)
        return transition(records, stored, (record) => decideAtStart(record, at), {
          // If another process sends by now, what is claimed is being sent.
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
