import { decideAtStart } from '../../../shared/domain/decide-start.ts'
import type { OutboxParts } from './parts.ts'
import { lookUpPauseMs } from './timing.ts'
import { transition } from './transition.ts'

const pageSize = 500

/**
 * Before anything is sent after a start: whatever was claimed when the gateway stopped may have been sent, so it is
 * in doubt.
 * @returns how many records that were
 */
export async function recover(parts: OutboxParts): Promise<number> {
  const { records, schedule, clock, timing } = parts
  let recovered = 0
  for (let afterSeq = 0; ; ) {
    const page = await schedule.all('settle', afterSeq, pageSize)
    const at = clock.now()
    const results = await Promise.all(
      page.map((stored) =>
        transition(records, stored, (record) => decideAtStart(record, at), {
          dueAt: () => at + lookUpPauseMs(false, true, timing),
        }),
      ),
    )
    recovered += results.filter((result) => result !== null).length
    const last = page.at(-1)
    if (!last) return recovered
    afterSeq = last.seq
  }
}
