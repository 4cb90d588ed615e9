import { createHash } from 'node:crypto'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { noon, windowMs } from './records.ts'
import { insertion, update } from './stores.ts'

export const dayMs = 24 * 3_600_000

/** What was sent of the nth sale. */
export const documentOf = (n: number): Buffer => Buffer.from(JSON.stringify({ Invoice: [{ ID: `N-${n}` }] }))
export const digestOf = (n: number): string => createHash('sha256').update(documentOf(n)).digest('hex')

interface OtherSale {
  readonly names?: Parameters<typeof insertion>[1]
  readonly extras?: Omit<NonNullable<Parameters<typeof insertion>[2]>, 'at'>
}

/** The nth sale from its submission to its validation. */
export async function liveOn(
  { records }: Pick<Store, 'records'>,
  n: number,
  at: number,
  { names = {}, extras = {} }: OtherSale = {},
): Promise<Stored> {
  const uuid = `UUID-${n}`
  const submissionUid = `SUB-${n}`
  const write = async (change: ReturnType<typeof update> | ReturnType<typeof insertion>): Promise<Stored> => {
    const written = await records.write({ writes: [change] })
    if (!written.ok) throw new Error(written.why)
    return { seq: written.seqs[0] ?? 0, record: change.record }
  }
  const id = `attempt-${n}`
  const claim = { id, batchId: id, revision: 1, sha256: digestOf(n), payload: documentOf(n), documentTime: at }
  const attempt = { ...claim, claimedAt: at + 1_000, sendDeadline: at + 60_000 }
  const accepted = { kind: 'accepted', uuid, submissionUid } as const
  const outcome = {
    attemptId: id,
    at: at + 2_000,
    outcome: accepted,
    httpStatus: 202,
    correlationId: `C-${n}`,
    answer: '{}',
  }
  const kept = await write(insertion(n, names, { ...extras, at }))
  const claimed = await write(
    update(kept, { type: 'claimed', at: at + 1_000, attemptId: id, documentTime: at }, { attempt }),
  )
  const taken = await write(update(claimed, { type: 'taken', at: at + 2_000, uuid, submissionUid }, { outcome }))
  const validatedAt = at + 3_000
  const validated = { type: 'validated', longId: `LONG-${n}`, validatedAt, cancellableUntil: at + windowMs } as const
  return write(update(taken, { ...validated, at: validatedAt }))
}

/** In months that were over long ago at noon. */

export const longAgo = noon - 75 * dayMs

/** Archives whatever can be archived by now. @returns how many files were made */
export async function archiveAll({ upkeep }: Pick<Store, 'upkeep'>, at = noon): Promise<number> {
  let made = 0
  for (let step = await upkeep.archiveOn(at); step !== 'nothing'; step = await upkeep.archiveOn(at))
    if (step === 'made') made += 1
  return made
}
