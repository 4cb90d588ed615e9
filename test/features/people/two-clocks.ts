import { noon } from '../../support/records.ts'

/** A wall clock and a steady clock. Time passes on both; only the wall clock can be set. */
export function twoClocks() {
  let wall = noon
  let steady = 1_000
  return {
    now: () => wall,
    steadyMs: () => steady,
    pass(ms: number) {
      wall += ms
      steady += ms
    },
    setWallBy(ms: number) {
      wall += ms
    },
    /** A steady clock begins again with each process. */
    restart() {
      steady = 0
    },
  }
}
