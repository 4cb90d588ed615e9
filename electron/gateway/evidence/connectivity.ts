import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
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

/** Gathers contact with the authority, and outages, from the lines of a period in their order. */
export class Connectivity {
  readonly #spells: Spell[] = []

  add({ line, at, type, outcome }: Head): void {
    const reason = outcome?.reason ?? null
    const isSilence = reason !== null && silences.has(reason)
    if (isSilence) this.#note('not_reached', { line, at, reason })
    else if (answers.has(type) || (outcome?.http_status ?? null) !== null)
      this.#note('reached', { line, at, reason: '' })
  }

  #note(standing: Spell['standing'], { line, at, reason }: { line: number; at: number; reason: string }): void {
    const last = this.#spells.at(-1)
    const to = toWire(at)
    if (last?.standing !== standing) {
      this.#spells.push({ standing, from: to, to, first_line: line, last_line: line, count: 1, reasons: reason })
      return
    }
    const reasons = [...new Set([...last.reasons.split(' '), reason])].filter((each) => each !== '').join(' ')
    this.#spells[this.#spells.length - 1] = { ...last, to, last_line: line, count: last.count + 1, reasons }
  }

  get all(): readonly Spell[] {
    return this.#spells
  }
}
