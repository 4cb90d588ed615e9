import { isRefusedUnread, type Outcome } from '../../../shared/domain/attempt.ts'
import type { DueRecord } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import type { ClaimedItem } from './claim.ts'
import type { OutboxDeps } from './deps.ts'
import { leaveToPerson } from './transition.ts'

/**
 * Documents of a company that the authority refused one by one. It may refuse all of them, or one may be too large for
 * it (contract 10). The next try tells which, so it takes another document. A document that is refused again after
 * another one passed is itself the cause.
 */
export class OversizeSuspects {
  /** By record number, the earliest refusal first: whether another document has passed since. */
  readonly #hasOtherPassed = new Map<number, boolean>()

  /** How many there are; so many more of what is due have to be read to find others. */
  get size(): number {
    return this.#hasOtherPassed.size
  }

  /**
   * The next documents: first, alone, one that another document has passed; else all that were not refused; else the
   * refused ones one by one.
   */
  next(due: readonly DueRecord[]): readonly DueRecord[] {
    const bySeq = new Map(due.map((each) => [each.seq, each]))
    const turnedAway = [...this.#hasOtherPassed].flatMap(([seq, hasPassed]) => {
      const each = bySeq.get(seq)
      return each ? [{ each, hasPassed }] : []
    })
    const toBlame = turnedAway.find(({ hasPassed }) => hasPassed)
    if (toBlame) return [toBlame.each]
    const others = due.filter(({ seq }) => !this.#hasOtherPassed.has(seq))
    return others.length > 0 ? others : turnedAway.slice(0, 1).map(({ each }) => each)
  }

  /** @returns whether the one document that was sent is to blame itself */
  hear(seqs: readonly number[], outcomes: readonly Outcome[]): boolean {
    const [seq] = seqs
    if (seqs.length === 1 && seq !== undefined && isRefusedUnread(outcomes[0])) {
      const isToBlame = this.#hasOtherPassed.get(seq) === true
      this.#hasOtherPassed.delete(seq)
      this.#hasOtherPassed.set(seq, false)
      return isToBlame
    }
    if (outcomes.some(({ kind }) => kind === 'accepted' || kind === 'rejected')) {
      for (const each of seqs) this.#hasOtherPassed.delete(each)
      for (const each of this.#hasOtherPassed.keys()) this.#hasOtherPassed.set(each, true)
    }
    return false
  }
}

/**
 * Documents that are sent again travel alone: what spoiled a batch must not spoil it again, and the answer about a
 * single document is clear (reliability UP34). A suspect batch goes in smaller ones. No two documents of a batch have
 * the same number, because the authority's answer names documents by number. A document that may have crashed the
 * gateway goes with few others of that kind, then alone, so that only the cause crashes it again and the others do not
 * need a hundred requests.
 */
export function selectBatch(due: readonly DueRecord[]): readonly DueRecord[] {
  const [first] = due
  if (!first) return []
  const suspicion = suspicionOf(first)
  if (first.record.everSent || suspicion > 1) return [first]
  const numbers = new Set<string>()
  const same = due.filter((each) => {
    const { record } = each
    const fits = !record.everSent && suspicionOf(each) === suspicion && !numbers.has(record.documentNumber)
    if (fits) numbers.add(record.documentNumber)
    return fits
  })
  const most = suspicion > 0 ? suspectsTogether : Number.POSITIVE_INFINITY
  return same.slice(0, Math.min(most, ...same.map(({ mostInBatch }) => mostInBatch)))
}

const suspectsTogether = 10

/** So many times the building of a document is tried. Then a person has to look at it. */
const mostBuilds = 5

/** A document that was sent before goes as it is, and is not built. */
const isBuilt = ({ record }: StoredRecord): boolean => !record.everSent

/** How often the gateway died, or a round of it failed, while the document was built: perhaps because of it. */
const suspicionOf = (due: DueRecord): number => (isBuilt(due) ? due.unfinishedBuilds : 0)

/**
 * Counts each document durably before it is built: after a crash nothing else tells which document it was. One that was
 * tried too often is held, so that it does not crash the gateway for ever (reliability QR12).
 * @returns the records that may be built
 */
export async function markBuildsBegun(deps: OutboxDeps, due: readonly DueRecord[]): Promise<readonly DueRecord[]> {
  const { schedule, log } = deps
  const isGivenUp = (each: DueRecord) => isBuilt(each) && each.unfinishedBuilds >= mostBuilds
  for (const stored of due.filter(isGivenUp)) {
    log.error({ saleGuid: stored.record.saleGuid }, 'a record was begun to be sent again and again, and never was')
    await leaveToPerson(deps, stored, { attention: 'cannot_be_sent' })
  }
  const rest = due.filter((each) => !isGivenUp(each))
  const toBuild = rest.filter(isBuilt)
  if (toBuild.length > 0) await schedule.beginBuilds(toBuild.map(({ seq }) => seq))
  return rest
}

/**
 * Documents that were built without a crash. One that was not claimed had no room in the batch, or changed first. One
 * that was claimed is sent, even if this fails.
 */
export async function markBuildsDone(
  { schedule, log }: OutboxDeps,
  begun: readonly DueRecord[],
  claimed: readonly ClaimedItem[],
) {
  const left = begun.filter((each) => isBuilt(each) && !claimed.some(({ stored }) => stored.seq === each.seq))
  if (left.length === 0) return
  const seqs = left.map(({ seq }) => seq)
  await schedule
    .endBuilds(seqs)
    .catch((err: unknown) => log.error({ err }, 'what had no room in a batch goes alone next time'))
}
