import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { Head } from './head.ts'

/** Something that shows how this computer's clock stood. */
export interface ClockSign {
  /**
   * `set_back`: a line says an earlier time than the one before · `compared`: when the authority validated a document,
   * by its clock, and when that was written down here, by ours · `stood`: how our clock stood beside the authority's, by
   * the dates of its answers; noted at the first contact after a start, and whenever it changed by seconds
   */
  readonly sign: 'set_back' | 'compared' | 'stood'
  readonly line: number
  readonly ours: string
  /** The line before's, or the authority's. */
  readonly other: string
  /** Ours less the other's; an answer is learnt late, so that only a negative one proves that our clock is behind. */
  readonly difference_ms: number
}

export const clockColumns = [
  'sign',
  'line',
  'ours',
  'other',
  'difference_ms',
] as const satisfies readonly (keyof ClockSign)[]

/** Smaller steps are those of a clock that is kept right by itself. */
const leastStepMs = 1_000

/** Tells what lines in their order show of the clock. */
export class ClockSigns {
  readonly #tell: (sign: ClockSign) => void
  #before: number | null = null

  constructor(tell: (sign: ClockSign) => void) {
    this.#tell = tell
  }

  add({ line, at, type, facts }: Head): void {
    if (this.#before !== null && this.#before - at > leastStepMs) this.#note('set_back', { line, at }, this.#before)
    this.#before = at
    const validatedAt = facts['validatedAt']
    const offsetMs = facts['offsetMs']
    if (type === 'clock_compared' && typeof offsetMs === 'number') this.#note('stood', { line, at }, at + offsetMs)
    if (type === 'validated' && typeof validatedAt === 'number') this.#note('compared', { line, at }, validatedAt)
  }

  #note(sign: ClockSign['sign'], { line, at }: Pick<Head, 'line' | 'at'>, other: number): void {
    this.#tell({ sign, line, ours: toWire(at), other: toWire(other), difference_ms: at - other })
  }
}
