import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './start-desktop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

interface Seen {
  readonly passed: boolean
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly seen: unknown }[]
}

const lookAt = async (env: Readonly<Record<string, string>>) => {
  const home = await shop.newHome()
  const file = join(home, 'self-test.json')
  const desktop = await shop.start({ home, args: ['--self-test', file], env })
  const code = await desktop.ended()
  expect(existsSync(file), desktop.stderr()).toBe(true)
  return { code, picture: `${file}.png`, seen: JSON.parse(readFileSync(file, 'utf8')) as Seen }
}

test('the program looks at itself, in a folder of its own, and writes what it saw with pictures', async () => {
  const { code, picture, seen } = await lookAt({})
  expect(seen.checks.filter(({ passed }) => !passed)).toEqual([])
  expect(seen.checks.length).toBeGreaterThanOrEqual(8)
  expect(seen).toMatchObject({ passed: true })
  expect(code).toBe(0)
  expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG')
})

test('where something is not as it should be it says what, and ends with 1', async () => {
  const { code, seen } = await lookAt({ STUB_KEY_STORE: 'none' })
  expect(code).toBe(1)
  expect(seen.checks.filter(({ passed }) => !passed)).toEqual([
    { name: 'key store', passed: false, seen: 'this computer has no key store' },
  ])
})
