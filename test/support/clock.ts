import type { Clock, Randomness } from '../../electron/gateway/ports.ts'
import { noon } from './records.ts'

/** A clock that moves only if the test says so. */
export function aClock(start = noon) {
  let passed = 0
  let wrongByMs = 0
  return {
    now: () => start + passed + wrongByMs,
    steadyMs: () => passed,
    pass(ms: number) {
      passed += ms
    },
    /** Sets only the wall clock, as a person may. */
    beWrongBy(ms: number) {
      wrongByMs = ms
    },
  } satisfies Clock & { pass(ms: number): void; beWrongBy(ms: number): void }
}

/** Clocks for a running gateway. They go on by themselves, and the test can move or set them. */
export function aMovableClock() {
  let passedMs = 0
  let wrongByMs = 0
  return {
    now: () => Date.now() + passedMs + wrongByMs,
    steadyMs: () => performance.now() + passedMs,
    /** Moves all clocks, as if time had passed. */
    pass(ms: number) {
      passedMs += ms
    },
    /** Sets only the wall clock, as a person may. */
    beWrongBy(ms: number) {
      wrongByMs = ms
    },
  } satisfies Clock & { pass(ms: number): void; beWrongBy(ms: number): void }
}

/** Ids that count up instead of random ones. */
export function countedRandomness(): Randomness {
  let count = 0
  return {
    guid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    secret: (bytes) => `secret-${++count}-of-${bytes}`,
    fraction: () => 0.5,
  }
}
