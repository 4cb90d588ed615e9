import { isClean, type Judgement } from '../faults/oracle.ts'

export interface SoakRun {
  readonly minutes: number
  readonly seed: number
}

export interface SoakFigures extends Judgement {
  /** Receipts that are not in exactly one valid document, and documents that are not the sum of their receipts. */
  readonly miscounted: readonly string[]
  readonly consolidated: { readonly documents: number; readonly receipts: number; readonly waiting: number }
  readonly seconds: number
  readonly kept: number
  readonly counts: ReadonlyMap<string, number>
  readonly answers: ReadonlyMap<string, number>
  readonly strikes: ReadonlyMap<string, number>
  readonly decisions: ReadonlyMap<string, number>
  /** Counts of consolidation calls by call and answer. */
  readonly runs: ReadonlyMap<string, number>
  readonly alerts: ReadonlyMap<string, number>
  readonly starts: number
  readonly slowestStartMs: number
  /** All other wrong results. */
  readonly wrongs: readonly string[]
  /** The folder of a run that failed; null if nothing was wrong. */
  readonly keptAt: string | null
}

export const isRight = (figures: SoakFigures): boolean =>
  isClean(figures) && figures.miscounted.length === 0 && figures.wrongs.length === 0
