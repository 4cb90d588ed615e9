import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { ClockGuard } from '../../electron/gateway/outbox/clock-guard.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import type { ClockStatus } from '../../shared/domain/clock-skew.ts'

let wallMs: number
let steadyMs: number
let status: { kind: ClockStatus; offsetMs: number }
let isFailing: boolean
let advanced: number[]
let noted: unknown[]
let lines: string[]
let keeping: ClockGuard

beforeEach(() => {
  ;[wallMs, steadyMs, isFailing] = [1_000_000, 0, false]
  ;[advanced, noted, lines] = [[], [], []]
  status = { kind: 'right', offsetMs: 0 }
  const log = pino(
    { base: null },
    {
      write: (line: string) => {
        const { level, msg } = JSON.parse(line)
        lines.push(`${level} ${msg}`)
      },
    },
  )
  const deps = {
    clock: { now: () => wallMs, steadyMs: () => steadyMs },
    schedule: { advance: async (ms: number) => void advanced.push(ms) },
    authority: { clock: { status: () => status } },
    acts: {
      add: async (act: unknown) => {
        if (isFailing) throw new Error('the disk is full')
        noted.push(act)
      },
    },
    log,
  }
  keeping = new ClockGuard(deps as unknown as OutboxDeps)
})

const pass = (ms: number) => {
  wallMs += ms
  steadyMs += ms
}

test('if the clock is set back, what is due is due by so much earlier, once; a second or less is a correction', async () => {
  pass(60_000)
  await keeping.keepSchedule()
  wallMs -= 1_000
  await keeping.keepSchedule()
  expect(advanced).toEqual([])
  wallMs -= 3_600_000
  await keeping.keepSchedule()
  pass(60_000)
  await keeping.keepSchedule()
  wallMs += 3_600_000
  await keeping.keepSchedule()
  expect(advanced).toEqual([3_600_000])
})

const differs = '40 the clock of this computer differs from that of the authority'
const isRight = '30 the clock of this computer is right'

test('each change of our clock’s state is one line of the log', async () => {
  const states = ['right', 'unknown', 'wrong', 'wrong', 'unknown', 'off', 'right', 'right'] as const
  for (const kind of states) {
    status = { kind, offsetMs: 0 }
    await keeping.note()
  }
  expect(lines).toEqual([differs, differs, isRight])
})

test('the offset is noted at first, and then if it has changed by five seconds since it was noted', async () => {
  for (const offsetMs of [100, 5_099, 5_100, 9_000, 100]) {
    status = { kind: 'right', offsetMs }
    await keeping.note()
  }
  status = { kind: 'unknown', offsetMs: 90_000 }
  await keeping.note()
  const act = { at: wallMs, by: 'gateway', type: 'clock_compared' }
  const facts = [100, 5_100, 100].map((offsetMs) => ({ standing: 'right', offsetMs }))
  expect(noted).toEqual(facts.map((each) => ({ ...act, facts: each })))
})

test('what could not be noted is logged, and noted the next time', async () => {
  isFailing = true
  await keeping.note()
  expect(lines).toEqual(['50 how the clock stands could not be written down'])
  isFailing = false
  await keeping.note()
  expect(noted).toHaveLength(1)
})
