import { isTurnedAway, type Outcome } from '../../../shared/domain/attempt.ts'
import type { Due } from '../store/port/port.ts'
import type { Stored } from '../store/port/records.ts'
import type { Claimed } from './claim.ts'
import type { OutboxDeps } from './deps.ts'
import { leaveToPerson } from './transition.ts'

/**
 * Documents of a company that the door of the authority turned away one by one. The door may be closed for all of them,
 * or one of them may be too large for it (contract 10). Only the next probe tells, so it uses another document. A
 * document that is turned away again after another one passed is to blame itself.
 */
export class TurnedAway {
  /** By the number of the record, the one that was turned away longest ago first: whether another one passed since. */
  readonly #hasOtherPassed = new Map<number, boolean>()

  /** How many there are; so many more of what is due have to be read to find others. */
  get size(): number {
    return this.#hasOtherPassed.size
  }

  /** What goes next: one that another document has passed goes alone, then all others, and the rest one by one. */
  next(due: readonly Due[]): readonly Due[] {
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
    if (seqs.length === 1 && seq !== undefined && isTurnedAway(outcomes[0])) {
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
 * Re-sends travel alone: what spoiled a batch must not spoil it again, and of one document every answer is clear
 * (reliability UP34). A suspect batch goes in smaller ones, and no two documents of a
 * batch have the same number, since that is all the authority's answer tells them apart by. What may have taken the
 * gateway down goes with few others of the same suspicion, then alone, so that only the guilty one does it again: a
 * batch whose neighbours are innocent takes no hundred requests.
 */
export function sameSort(due: readonly Due[]): readonly Due[] {
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

/** So often a document is begun to be built; then a person has to look at it. */
const mostBuilds = 5

/** What was sent before goes as it is, and nothing is built of it. */
const isBuilt = ({ record }: Stored): boolean => !record.everSent

/** How often the gateway died, or a round of it failed, while the document was built: perhaps because of it. */
const suspicionOf = (due: Due): number => (isBuilt(due) ? due.unfinishedBuilds : 0)

/**
 * Counts what is about to be built, durably and before it is: after a crash nothing else tells which document it was.
 * One that was begun too often is held, so that it does not take the gateway down for ever (reliability QR12).
 * @returns what may be built
 */
export async function beginBuilds(deps: OutboxDeps, due: readonly Due[]): Promise<readonly Due[]> {
  const { schedule, log } = deps
  const isGivenUp = (each: Due) => isBuilt(each) && each.unfinishedBuilds >= mostBuilds
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
 * What was not claimed broke nothing: it had no room in the batch, or something else happened to it first. What was claimed
 * is sent, also if this meets an error.
 */
export async function endBuilds({ schedule, log }: OutboxDeps, begun: readonly Due[], claimed: readonly Claimed[]) {
  const left = begun.filter((each) => isBuilt(each) && !claimed.some(({ stored }) => stored.seq === each.seq))
  if (left.length === 0) return
  const seqs = left.map(({ seq }) => seq)
  await schedule
    .endBuilds(seqs)
    .catch((err: unknown) => log.error({ err }, 'what had no room in a batch goes alone next time'))
}
