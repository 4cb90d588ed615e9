import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import {
  limitRunningMemory,
  newSpaceBytes,
  newSpaceLimitBytes,
  setNewSpaceGrowth,
} from '../../electron/headless/v8-flags.ts'

/** Frees memory, as V8 does after a quiet time. */
function giveBack(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { readonly type: string; readonly flavor: string }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Makes objects of which some live for a moment, as submissions do. */
function work(objects = 400_000): void {
  const kept: unknown[] = []
  for (let made = 0; made < objects; made += 1) {
    kept.push({ made: [made], text: String(made) })
    if (kept.length > 30_000) kept.length = 0
  }
}

afterAll(() => setFlagsFromString('--semi-space-growth-factor=2'))

test('room for new objects that was given back while nothing happened is taken again, and not more than enough', () => {
  giveBack()
  expect(newSpaceBytes()).toBeLessThan(newSpaceLimitBytes / 4)
  for (let turn = 0; turn < 40 && newSpaceBytes() < newSpaceLimitBytes; turn += 1) {
    setNewSpaceGrowth()
    work()
  }
  const enough = newSpaceBytes()
  expect(enough).toBeGreaterThanOrEqual(newSpaceLimitBytes)
  setNewSpaceGrowth()
  for (let turn = 0; turn < 10; turn += 1) work()
  // V8 may free some of it at any time.
  expect(newSpaceBytes()).toBeLessThanOrEqual(enough)
})

test('the room is looked at whenever something was tidied up, so that it is soon enough and never more', async () => {
  giveBack()
  limitRunningMemory()
  // Each piece is small compared with the space, as in a gateway that does many things.
  const workOn = async () => {
    work(4_000)
    await new Promise(setImmediate)
  }
  await expect.poll(() => workOn().then(newSpaceBytes), { interval: 0 }).toBe(newSpaceLimitBytes)
  for (let turn = 0; turn < 500; turn += 1) await workOn()
  // V8 may free some of it at any time.
  expect(newSpaceBytes()).toBeLessThanOrEqual(newSpaceLimitBytes)
})
