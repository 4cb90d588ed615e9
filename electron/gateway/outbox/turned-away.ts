import { isTurnedAway, type Outcome } from '../../../shared/domain/outcome.ts'
import type { Due } from '../store/port/port.ts'

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
