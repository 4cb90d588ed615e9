import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DesktopStateStore } from '../../electron/main/desktop/desktop-context.ts'
import { type ExternalGateway, type GatewayNews, GatewayRunner } from '../../electron/main/gateway/gateway.ts'
import { log } from '../../electron/main/log.ts'
import { atFirst } from './gateway-at-rest.ts'

let forks: { readonly port: number | null; readonly hear: (news: GatewayNews) => void }[]
let told: string[]
let gateway: GatewayRunner
let state: DesktopStateStore
let isThere: boolean

const hears = (news: GatewayNews) => forks.at(-1)?.hear(news)
const ready = () => hears({ kind: 'ready', port: 7510 })
const heartbeat = () => hears({ kind: 'standing', standing: null })
const end = () => hears({ kind: 'ended' })

function open(running: ExternalGateway | null): void {
  state = new DesktopStateStore(atFirst)
  gateway = new GatewayRunner({
    running,
    isThere: async () => isThere,
    state,
    useKeyStore: async () => null,
    fork(port, _putsCopyBack, hear) {
      forks.push({ port, hear })
      return {
        tell: ({ kind }) => void told.push(kind),
        kill() {
          told.push('kill')
          hear({ kind: 'ended' })
        },
      }
    },
  })
}

beforeEach(() => {
  log.level = 'silent'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  forks = []
  told = []
  isThere = true
  open(null)
})
afterEach(() => vi.useRealTimers())

describe('a gateway that hangs', () => {
  test('is ended when it gave no sign of life for half a minute, and started again on its port', () => {
    ready()
    vi.advanceTimersByTime(29_000)
    expect(told).toEqual([])
    vi.advanceTimersByTime(10_000)
    expect(told).toEqual(['kill'])
    expect(state.current.gateway).toMatchObject({ phase: 'restarting', restarts: 1, port: 7510 })
    expect(forks.map(({ port }) => port)).toEqual([null, 7510])
    ready()
    expect(gateway.phase).toBe('running')
  })

  test('is left alone for as long as it gives signs of life', () => {
    ready()
    for (let minute = 0; minute < 30; minute += 1) {
      vi.advanceTimersByTime(2_000)
      heartbeat()
    }
    expect(told).toEqual([])
  })
})

describe('a gateway that ends again and again', () => {
  test('is started at once, then after pauses that double, up to half a minute', () => {
    ready()
    const pauses = Array.from({ length: 12 }, () => {
      end()
      const before = forks.length
      vi.advanceTimersByTime(0)
      let waited = 0
      while (forks.length === before) {
        vi.advanceTimersByTime(100)
        waited += 100
      }
      return waited
    })
    expect(pauses.slice(0, 5)).toEqual([0, 100, 200, 400, 800])
    expect(pauses.at(-1)).toBe(30_000)
  })

  test('counts as steady after a minute: the next end is answered at once', () => {
    ready()
    end()
    vi.advanceTimersByTime(100)
    ready()
    for (let heartbeats = 0; heartbeats < 31; heartbeats += 1) {
      vi.advanceTimersByTime(2_000)
      heartbeat()
    }
    end()
    vi.advanceTimersByTime(100)
    expect(forks).toHaveLength(3)
  })
})

describe('a restart that a person asks for', () => {
  test('closes a gateway that is steady and starts it again', () => {
    ready()
    for (let heartbeats = 0; heartbeats < 31; heartbeats += 1) {
      vi.advanceTimersByTime(2_000)
      heartbeat()
    }
    expect(gateway.restart()).toBe(true)
    expect(told).toEqual(['stop'])
    end()
    vi.advanceTimersByTime(100)
    expect(forks).toHaveLength(2)
  })

  test('is refused within a minute of a start: a page must not keep it from the tills (UI5)', () => {
    ready()
    expect(gateway.restart()).toBe(false)
    end()
    vi.advanceTimersByTime(100)
    expect(gateway.restart()).toBe(false)
    expect(forks).toHaveLength(2)
  })

  test('does not wait for the pause where it had failed', () => {
    ready()
    for (let ends = 0; ends < 8; ends += 1) {
      end()
      vi.advanceTimersByTime(30_000)
    }
    end()
    expect(gateway.restart()).toBe(true)
    expect(forks).toHaveLength(10)
  })
})

test('a copy that the gateway did not come to make is answered when it ends: an update waits for the answer', async () => {
  ready()
  const copied = gateway.backUp()
  end()
  expect(await copied).toBe('The gateway ended before the copy was made.')
})

test('a process that a signal ended is started again, whatever its number: 4 is that of SIGILL', () => {
  end()
  vi.advanceTimersByTime(100)
  expect(forks).toHaveLength(2)
  expect(gateway).toMatchObject({ phase: 'restarting', refusal: null })
})

test('what cannot run here is not tried again, and says why', () => {
  hears({ kind: 'refused', code: 3, sentence: 'Another program has the data directory.', isLost: false })
  end()
  vi.advanceTimersByTime(3_600_000)
  expect(forks).toHaveLength(1)
  expect(gateway).toMatchObject({ phase: 'refused', refusal: { code: 3 } })
})

describe('a gateway that ran here already', () => {
  test('is looked at, and if this person’s is gone one is started', async () => {
    open({ port: 7510, isForEverybody: false })
    expect(gateway.phase).toBe('attached')
    forks = []
    isThere = false
    expect(await gateway.port()).toBeNull()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(gateway.phase).toBe('starting')
    expect(forks).toHaveLength(1)
  })

  test('is waited for if an administrator named it for everybody', async () => {
    open({ port: 7510, isForEverybody: true })
    forks = []
    isThere = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(gateway.phase).toBe('away')
    expect(forks).toEqual([])
    isThere = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(gateway.phase).toBe('attached')
  })
})

test('a gateway that is stopped while it starts is told so, ended if it hears nothing, and never started again', async () => {
  const stopped = gateway.stop()
  expect(told).toEqual(['stop'])
  ready()
  expect(gateway.phase).toBe('stopped')
  vi.advanceTimersByTime(6_000)
  await stopped
  vi.advanceTimersByTime(3_600_000)
  expect(told).toEqual(['stop', 'kill'])
  expect(forks).toHaveLength(1)
})
