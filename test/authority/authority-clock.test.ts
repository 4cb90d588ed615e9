import { describe, expect, test } from 'vitest'
import { AuthorityClock } from '../../electron/gateway/authority/authority-clock.ts'

const hourMs = 3_600_000

test('the authority answered last when it did not say that it cannot', async () => {
  let nowMs = 1_000
  const clock = new AuthorityClock({ now: () => nowMs, steadyMs: () => nowMs })
  const ask = (status: number) => {
    nowMs += 1_000
    return clock.timed(async () => ({ kind: 'answered', status, headers: () => null, body: Buffer.alloc(0) }))
  }
  expect(clock.answeredAt()).toBeNull()
  await ask(422)
  for (const status of [429, 500, 503]) await ask(status)
  await clock.timed(async () => ({ kind: 'not_connected' }))
  expect(clock.answeredAt()).toBe(2_000)
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
