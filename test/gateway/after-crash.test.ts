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
  appended: 0,
  replayed: 0,
  mistrusted: 0,
  lines: 1,
  code: '00000000',
  sealedAt: null,
}
const dayMs = 24 * 3_600_000
let begun: Pick<Wanted, 'from' | 'to' | 'by'>[]
let stop: () => void

beforeEach(() => {
  begun = []
})
afterEach(() => stop())

function crash(provenBefore: number | null): void {
  const runs = {
    begin: async ({ from, to, by }: Wanted) => {
      begun.push({ from, to, by })
      return 'one'
    },
  }
  const store = {
    companies: { list: async () => [aCompany(), otherCompany] },
    journal: { status: async () => ({ ...status, provenBefore }) },
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
  'after a crash every company is compared since what was proven last (%s), two days at most (RB3)',
  async (provenBefore, from) => {
    crash(provenBefore)
    await expect.poll(() => begun.length).toBe(2)
    expect(begun[0]).toEqual({ from: day(from), to: day(noon), by: 'gateway' })
  },
)
