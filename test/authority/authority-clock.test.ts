import { describe, expect, test } from 'vitest'
import { AuthorityClock } from '../../electron/gateway/authority/authority-clock.ts'
import type { HttpResult } from '../../electron/gateway/platform/outgoing/exchange.ts'

const hourMs = 3_600_000

test('the authority answered last when it did not say that it cannot', async () => {
  let nowMs = 1_000
  const clock = new AuthorityClock({ now: () => nowMs, steadyMs: () => nowMs })
  const ask = (status: number) => {
    nowMs += 1_000
    return clock.timed(async () => ({ kind: 'answered', status, headers: () => null, body: Buffer.alloc(0) }))
  }
  expect(clock.contact().lastContactAt).toBeNull()
  await ask(422)
  for (const status of [429, 500, 503]) await ask(status)
  await clock.timed(async () => ({ kind: 'not_connected' }))
  expect(clock.contact().lastContactAt).toBe(2_000)
})

test('it does not answer from the first request without an answer to the next answer', async () => {
  let nowMs = 1_000
  const clock = new AuthorityClock({ now: () => nowMs, steadyMs: () => nowMs })
  const ask = async (result: HttpResult) => {
    nowMs += 1_000
    await clock.timed(async () => result)
    return clock.contact().unansweredSince
  }
  expect(await ask({ kind: 'not_connected' })).toBe(2_000)
  expect(await ask({ kind: 'broken', reason: 'timed_out' })).toBe(2_000)
  // No byte was sent: it says nothing about the authority.
  expect(await ask({ kind: 'too_late' })).toBe(2_000)
  expect(await ask({ kind: 'answered', status: 503, headers: () => null, body: Buffer.alloc(0) })).toBeNull()
})

describe('an answer that arrives while the computer sleeps', () => {
  test.each([
    ['goes on', 2 * hourMs],
    ['stands still', 0],
  ])('does not make a right clock wrong where the steady clock %s in sleep', async (_, steadySleepMs) => {
    let wallMs = Date.UTC(2026, 10, 27)
    let steadyMs = 0
    const clock = new AuthorityClock({ now: () => wallMs, steadyMs: () => steadyMs })
    const answered = (sleeps: boolean) => async () => {
      const date = new Date(wallMs).toUTCString()
      if (sleeps) {
        wallMs += 2 * hourMs
        steadyMs += steadySleepMs
      }
      return { kind: 'answered', status: 200, headers: () => date, body: Buffer.from('{}') } as const
    }
    await clock.timed(answered(true))
    expect(clock.status().kind).toBe('unknown')
    await clock.timed(answered(false))
    expect(clock.status().kind).toBe('right')
  })
})
