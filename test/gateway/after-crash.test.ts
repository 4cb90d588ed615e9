import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareAfterCrash } from '../../electron/gateway/features/reconciliation/after-crash.ts'
import type { Wanted } from '../../electron/gateway/features/reconciliation/runs.ts'
import { noon } from '../support/records.ts'
import { aCompany, otherCompany } from '../support/stores.ts'

const status = {
  isTrusted: true,
  findings: [],
  findingCounts: {},
  mistrusted: 0,
  isRestored: false,
  wasKilled: true,
  lines: 1,
  code: '00000000',
  provedAt: null,
}
const dayMs = 24 * 3_600_000
let begun: Pick<Wanted, 'from' | 'to' | 'by'>[]
let stop: () => void

beforeEach(() => {
  begun = []
})
afterEach(() => stop())

function crash(lastKnownAt: number | null): void {
  const runs = {
    begin: async ({ from, to, by }: Wanted) => {
      begun.push({ from, to, by })
      return 'one'
    },
  }
  const store = {
    companies: { list: async () => [aCompany(), otherCompany] },
    journal: { status: async () => ({ ...status, lastKnownAt }) },
  }
  const clock = { now: () => noon, steadyMs: () => 0 }
  const comparing = compareAfterCrash(runs, { store, clock, log: pino({ level: 'silent' }) }, 0)
  stop = () => comparing.stop()
}

const day = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 10)

test.each([
  [noon - 1_000, noon],
  [noon - dayMs, noon - dayMs],
  [noon - 30 * dayMs, noon - 2 * dayMs],
  [noon + 30 * dayMs, noon],
  [null, noon],
])(
  'after a crash every company is compared since what was known last (%s), two days at most (RB3)',
  async (lastKnownAt, from) => {
    crash(lastKnownAt)
    await expect.poll(() => begun.length).toBe(2)
    expect(begun[0]).toEqual({ from: day(from), to: day(noon), by: 'gateway' })
  },
)
