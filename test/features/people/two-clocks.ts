import { noon } from '../../support/records.ts'

/** The wall's clock and the steady one; time passes on both, and only the wall's is set. */
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
    /** Steady clocks begin again with the process. */
    restart() {
      steady = 0
    },
  }
}
