import { afterEach, describe, expect, test, vi } from 'vitest'
import { HealthMonitor } from '../../../electron/gateway/features/health/monitor.ts'
import type { Log } from '../../../electron/gateway/ports.ts'
import type { WorkBacklog } from '../../../electron/gateway/store/port/port.ts'
import { soundStorageStatus } from '../../../electron/gateway/store/storage-monitor.ts'
import { aClock } from '../../support/clock.ts'
import { noon } from '../../support/records.ts'
import { aCompany } from '../../support/stores.ts'
import { aLane, companyGuid, minuteMs, someFacts } from './facts.ts'

const soundJournal = {
  isTrusted: true,
  findings: [],
  findingCount: 0,
  isRestored: false,
  wasKilled: true,
  lines: 1,
  code: '00000000',
  lastKnownAt: null,
  provedAt: null,
}

type Line = Readonly<Record<string, unknown>>

/** A monitor of values that a test sets. */
function aMonitor() {
  const clock = aClock()
  const lines: Line[] = []
  const write = (level: string) => (facts: Line) => lines.push({ level, ...facts })
  const log = { warn: write('warn'), info: write('info'), error: write('error') } as unknown as Log
  const sources = {
    lanes: [] as WorkBacklog[],
    free: async () => 50e9,
    backlog: async (lanes: readonly WorkBacklog[]) => lanes,
    closing: new Map<string, number>(),
    askedBefore: 0,
    pauses: new Map<string, { readonly since: number; readonly by: string }>(),
    delayMs: 0,
    storeDelayMs: 0,
  }
  const monitor = new HealthMonitor({
    clock,
    log,
    tell: async () => undefined,
    isDispatching: true,
    authority: { name: 'myinvois' },
    isSending: () => true,
    outbox: { heartbeats: () => someFacts().heartbeats, blockReasonOf: () => null },
    pauses: { of: (guid) => sources.pauses.get(guid) ?? null },
    network: () => null,
    certificateEnd: null,
    authorityClock: {
      status: () => someFacts().clock,
      contact: () => ({ lastContactAt: noon, unansweredSince: null }),
    },
    records: { attentions: async () => new Map(), refusedNotes: async () => 0 },
    webhooks: { targets: async () => [] },
    mails: { troubled: async () => [], unsentAlert: async () => null },
    silentOutlets: async () => [],
    refusals: { recent: () => someFacts().refused },
    companies: { list: async () => [aCompany()] },
    storage: { status: soundStorageStatus, takeDelayMs: () => sources.storeDelayMs },
    journal: { status: async () => soundJournal },
    consolidations: { waiting: async () => [] },
    schedule: {
      lanes: () => sources.backlog(sources.lanes),
      unsentIssuedBefore: async (instant) => {
        sources.askedBefore = instant
        return sources.closing
      },
    },
    copy: null,
    machine: {
      freeBytes: () => sources.free(),
      walBytes: async () => 0,
      canOpen: async () => true,
      takeEventLoopDelayMs: () => sources.delayMs,
      release: () => undefined,
    },
  })
  const codes = async () => (await monitor.look()).alerts.map(({ code }) => code)
  /** Time passes while the computer is awake: the monitor looks every minute. */
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      clock.pass(minuteMs)
      await monitor.look()
    }
  }
  return { monitor, clock, sources, lines, codes, pass }
}

test('a disk that fills up is told once when it does, and once when there is room again', async () => {
  const { clock, sources, lines, codes } = aMonitor()
  expect(await codes()).toEqual([])
  sources.free = async () => 100 * 1024 * 1024
  expect(await codes()).toEqual(['disk_low'])
  clock.pass(minuteMs)
  expect(await codes()).toEqual(['disk_low'])
  sources.free = async () => 50e9
  expect(await codes()).toEqual([])
  expect(lines).toEqual([
    { level: 'warn', alert: 'disk_low', free: '100' },
    { level: 'info', alert: 'disk_low', free: '100' },
  ])
})

test('an alert remembers since when it stands', async () => {
  const { monitor, clock, sources } = aMonitor()
  sources.free = async () => 0
  await monitor.look()
  clock.pass(5 * minuteMs)
  expect((await monitor.look()).alerts).toMatchObject([{ code: 'disk_low', since: noon }])
})

test('twelve hours are left of 72 for a sale of sixty hours ago', async () => {
  const { sources, codes } = aMonitor()
  sources.closing.set(companyGuid, 1)
  expect(await codes()).toEqual(['window_closing'])
  expect(sources.askedBefore).toBe(noon - 60 * 60 * minuteMs)
})

test('a quiet night is no silence: the authority is waited for since there is something to ask it', async () => {
  const { clock, sources, codes, pass } = aMonitor()
  await pass(60)
  expect(await codes()).toEqual([])
  sources.lanes = [aLane('send', { oldestAt: clock.now(), firstDueAt: clock.now() })]
  expect(await codes()).toEqual([])
  await pass(16)
  expect(await codes()).toEqual(['authority_silent', 'oldest_unsent'])
  // The computer slept, so the authority could not answer.
  clock.pass(8 * 60 * minuteMs)
  expect(await codes()).toEqual(['oldest_unsent'])
  sources.lanes = []
  expect(await codes()).toEqual([])
})

test('an authority owes no answer to what a pause keeps back, and is waited for again once that is over', async () => {
  const { clock, sources, codes, pass, monitor } = aMonitor()
  sources.lanes = [aLane('send', { oldestAt: clock.now() + 200 * minuteMs, firstDueAt: clock.now() })]
  sources.pauses.set(companyGuid, { since: noon, by: 'person:Aini' })
  await pass(60)
  expect(await codes()).toEqual(['sending_paused'])
  expect((await monitor.look()).alerts[0]?.values).toMatchObject({ by: 'Aini' })
  sources.lanes = [...sources.lanes, aLane('poll', { firstDueAt: clock.now(), oldestAt: clock.now() })]
  await codes()
  await pass(16)
  expect(await codes()).toEqual(['sending_paused', 'authority_silent'])
  sources.lanes = sources.lanes.slice(0, 1)
  await pass(1)
  sources.pauses.clear()
  expect(await codes()).toEqual([])
})

test('the delay of the event loop is that between two turns of the timer, however often it is asked for', async () => {
  const { monitor, sources, codes } = aMonitor()
  sources.delayMs = 4_000
  expect(await codes()).toEqual([])
  await monitor.tick()
  expect(await codes()).toEqual([])
  await monitor.tick()
  sources.delayMs = 0
  expect(await codes()).toEqual(['event_loop_slow'])
  await monitor.tick()
  expect(await codes()).toEqual([])
})

test('a store that keeps tills waiting is told, although the event loop is never late (RD2)', async () => {
  const { monitor, sources, codes } = aMonitor()
  sources.storeDelayMs = 6_000
  await monitor.tick()
  expect(await codes()).toEqual([])
  sources.storeDelayMs = 4_000
  await monitor.tick()
  sources.storeDelayMs = 0
  expect(await codes()).toEqual(['store_slow'])
  expect((await monitor.look()).facts).toMatchObject({ storeDelayMs: 4_000, eventLoopDelayMs: 0 })
  await monitor.tick()
  expect(await codes()).toEqual([])
})

test('who asks while it looks gets the same answer', async () => {
  const { monitor } = aMonitor()
  const [one, other] = await Promise.all([monitor.look(), monitor.look()])
  expect(one).toBe(other)
  expect(await monitor.look()).not.toBe(one)
})

describe('a store that fails', () => {
  test('is an alert, and what was wrong in it before is not taken for mended', async () => {
    const { sources, lines, codes } = aMonitor()
    sources.lanes = [aLane('look_up')]
    expect(await codes()).toEqual(['in_doubt'])
    sources.backlog = () => Promise.reject(new Error('no'))
    expect(await codes()).toEqual(['store_silent', 'in_doubt'])
    sources.backlog = async (lanes) => lanes
    sources.lanes = []
    expect(await codes()).toEqual([])
    expect(lines.map(({ level, alert }) => [level, alert])).toEqual([
      ['warn', 'in_doubt'],
      ['error', undefined],
      ['warn', 'store_silent'],
      ['info', 'store_silent'],
      ['info', 'in_doubt'],
    ])
  })
})

describe('by its own timer', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('it looks every fifteen seconds until it is stopped', async () => {
    vi.useFakeTimers()
    const { monitor, sources, lines } = aMonitor()
    monitor.start()
    sources.free = async () => 0
    await vi.advanceTimersByTimeAsync(14_999)
    expect(lines).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(lines).toMatchObject([{ level: 'warn', alert: 'disk_low' }])
    monitor.stop()
    sources.free = async () => 50e9
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lines).toHaveLength(1)
  })

  test('a disk that never answers does not stop it', async () => {
    vi.useFakeTimers()
    const { monitor, sources } = aMonitor()
    sources.backlog = () => new Promise(() => undefined)
    sources.free = () => new Promise(() => undefined)
    const looking = monitor.look()
    await vi.advanceTimersByTimeAsync(10_000)
    const { facts, alerts } = await looking
    expect(facts.freeBytes).toBeNull()
    expect(alerts).toMatchObject([{ code: 'store_silent' }])
  })
})
