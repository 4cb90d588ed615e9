import { beforeEach, describe, expect, test } from 'vitest'
import { type GatewayHearing, Supervisor } from '../../electron/main/gateway/supervisor.ts'

/** A clock that goes when it is told to. */
class Timers {
  #now = 0
  #due: { readonly at: number; readonly task: () => void }[] = []

  later = (ms: number, task: () => void) => {
    const timer = { at: this.#now + ms, task }
    this.#due.push(timer)
    return () => {
      this.#due = this.#due.filter((each) => each !== timer)
    }
  }

  pass(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const [next] = this.#due.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
      if (!next) break
      this.#now = next.at
      this.#due = this.#due.filter((each) => each !== next)
      next.task()
    }
    this.#now = until
  }
}

let timers: Timers
let forks: { readonly port: number | null; readonly hearing: GatewayHearing }[]
let told: string[]
let supervisor: Supervisor

const newest = () => forks.at(-1)?.hearing
const ready = () => newest()?.news({ kind: 'ready', port: 7510 })
const heartbeat = () => newest()?.news({ kind: 'standing', standing: null })

beforeEach(() => {
  timers = new Timers()
  forks = []
  told = []
  supervisor = new Supervisor({
    later: timers.later,
    news: () => undefined,
    changed: () => undefined,
    fork(port, hearing) {
      forks.push({ port, hearing })
      return {
        tell: ({ kind }) => void told.push(kind),
        kill() {
          told.push('kill')
          hearing.ended()
        },
      }
    },
  })
})

describe('a gateway that hangs', () => {
  test('is ended when it gave no sign of life for half a minute, and started again on its port', () => {
    ready()
    timers.pass(29_000)
    expect(told).toEqual([])
    timers.pass(10_000)
    expect(told).toEqual(['kill'])
    expect(supervisor).toMatchObject({ phase: 'restarting', restarts: 1 })
    expect(forks.map(({ port }) => port)).toEqual([null, 7510])
    ready()
    expect(supervisor.phase).toBe('running')
  })

  test('is left alone for as long as it gives signs of life', () => {
    ready()
    for (let minute = 0; minute < 30; minute += 1) {
      timers.pass(2_000)
      heartbeat()
    }
    expect(told).toEqual([])
  })
})

describe('a gateway that ends again and again', () => {
  test('is started at once, then after pauses that double, up to half a minute', () => {
    ready()
    const pauses = Array.from({ length: 12 }, () => {
      newest()?.ended()
      const before = forks.length
      timers.pass(0)
      let waited = 0
      while (forks.length === before) {
        timers.pass(100)
        waited += 100
      }
      return waited
    })
    expect(pauses.slice(0, 5)).toEqual([0, 100, 200, 400, 800])
    expect(pauses.at(-1)).toBe(30_000)
  })

  test('counts as steady after a minute: the next end is answered at once', () => {
    ready()
    newest()?.ended()
    timers.pass(100)
    ready()
    for (let heartbeats = 0; heartbeats < 31; heartbeats += 1) {
      timers.pass(2_000)
      heartbeat()
    }
    newest()?.ended()
    timers.pass(100)
    expect(forks).toHaveLength(3)
  })
})

describe('a restart that a person asks for', () => {
  test('closes a gateway that is steady and starts it again', () => {
    ready()
    for (let heartbeats = 0; heartbeats < 31; heartbeats += 1) {
      timers.pass(2_000)
      heartbeat()
    }
    expect(supervisor.restart()).toBe(true)
    expect(told).toEqual(['stop'])
    newest()?.ended()
    timers.pass(100)
    expect(forks).toHaveLength(2)
  })

  test('is refused within a minute of a start: a page must not keep it from the tills (UI5)', () => {
    ready()
    expect(supervisor.restart()).toBe(false)
    newest()?.ended()
    timers.pass(100)
    expect(supervisor.restart()).toBe(false)
    expect(forks).toHaveLength(2)
  })

  test('does not wait for the pause where it had failed', () => {
    ready()
    for (let ends = 0; ends < 8; ends += 1) {
      newest()?.ended()
      timers.pass(30_000)
    }
    newest()?.ended()
    expect(supervisor.restart()).toBe(true)
    expect(forks).toHaveLength(10)
  })
})

test('a process that a signal ended is started again, whatever its number: 4 is that of SIGILL', () => {
  newest()?.ended()
  timers.pass(100)
  expect(forks).toHaveLength(2)
  expect(supervisor).toMatchObject({ phase: 'restarting', refusal: null })
})

test('what cannot run here is not tried again, and says why', () => {
  newest()?.news({ kind: 'refused', code: 3, sentence: 'Another program has the data directory.' })
  newest()?.ended()
  timers.pass(3_600_000)
  expect(forks).toHaveLength(1)
  expect(supervisor).toMatchObject({ phase: 'refused', refusal: { code: 3 } })
})
