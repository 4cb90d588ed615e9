import type { Clock, Randomness } from '../../electron/gateway/ports.ts'
import { noon } from './records.ts'

/** A clock that stands still until it is told to go on. */
export function aClock(start = noon) {
  let passed = 0
  return {
    now: () => start + passed,
    steadyMs: () => passed,
    pass(ms: number) {
      passed += ms
    },
  } satisfies Clock & { pass(ms: number): void }
}

/** The machine's clocks, for a gateway that runs: they go on by themselves, and are moved on or set by the test. */
export function aMovableClock() {
  let passedMs = 0
  let wrongByMs = 0
  return {
    now: () => Date.now() + passedMs + wrongByMs,
    steadyMs: () => performance.now() + passedMs,
    /** Time passes for everybody. */
    pass(ms: number) {
      passedMs += ms
    },
    /** Somebody sets the wall clock. */
    beWrongBy(ms: number) {
      wrongByMs = ms
    },
  } satisfies Clock & { pass(ms: number): void; beWrongBy(ms: number): void }
}

/** Names that count up instead of being random. */
export function countedRandomness(): Randomness {
  let count = 0
  return {
    guid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    secret: (bytes) => `secret-${++count}-of-${bytes}`,
    fraction: () => 0.5,
  }
}
