import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { Head } from './head.ts'

/** A time in which the authority answered, or one in which it did not; as far as it was asked. */
export interface Spell {
  readonly standing: 'reached' | 'not_reached'
  readonly from: string
  readonly to: string
  readonly first_line: number
  readonly last_line: number
  /** How often it did, or did not. */
  readonly count: number
  /** Why it did not; empty otherwise. */
  readonly reasons: string
}

export const spellColumns = [
  'standing',
  'from',
  'to',
  'first_line',
  'last_line',
  'count',
  'reasons',
] as const satisfies readonly (keyof Spell)[]

/** What nobody can know without an answer of the authority. */
const answers: ReadonlySet<string> = new Set([
  'taken',
  'refused',
  'found',
  'adopted',
  'not_found',
  'validated',
  'linked',
  'invalidated',
  'rejection_requested',
  'cancelled',
  'cancel_refused',
])
const silences: ReadonlySet<string> = new Set(['not_connected', 'timed_out', 'connection_broken'])

/** Tells contact with the authority, and outages, from the lines of a period in their order: each once the next begins. */
export class Connectivity {
  readonly #tell: (spell: Spell) => void
  #last: Spell | null = null

  constructor(tell: (spell: Spell) => void) {
    this.#tell = tell
  }

  add({ line, at, type, outcome }: Head): void {
    const reason = outcome?.reason ?? null
    const isSilence = reason !== null && silences.has(reason)
    if (isSilence) this.#note('not_reached', { line, at, reason })
    else if (answers.has(type) || (outcome?.http_status ?? null) !== null)
      this.#note('reached', { line, at, reason: '' })
  }

  end(): void {
    if (this.#last) this.#tell(this.#last)
  }

  #note(standing: Spell['standing'], { line, at, reason }: { line: number; at: number; reason: string }): void {
    const last = this.#last
    const to = toWire(at)
    if (last?.standing !== standing) {
      this.end()
      this.#last = { standing, from: to, to, first_line: line, last_line: line, count: 1, reasons: reason }
      return
    }
    const reasons = [...new Set([...last.reasons.split(' '), reason])].filter((each) => each !== '').join(' ')
    this.#last = { ...last, to, last_line: line, count: last.count + 1, reasons }
  }
}
