import { expect, test } from 'vitest'
import { storageChecks } from '../../../electron/gateway/features/doctor/checks.ts'

const gigabyte = 1024 ** 3

function shop(bytes: number, found: readonly string[] = []) {
  let looks = 0
  const upkeep = {
    bytes: async () => bytes,
    integrity: async () => {
      looks += 1
      return found
    },
  }
  return { looks: () => looks, checks: () => storageChecks(upkeep) }
}

test('of a large database not every page is read while tills sell: what does that is named (RD3)', async () => {
  const { checks, looks } = shop(7 * gigabyte, ['a page is damaged'])
  expect(await checks()).toEqual([{ name: 'storage', verdict: 'good', says: 'storage_large', values: { size: '7.0' } }])
  expect(looks()).toBe(0)
})

test('of any other every page is looked at', async () => {
  expect(await shop(gigabyte / 10).checks()).toMatchObject([{ verdict: 'good', says: 'storage_sound' }])
  expect(await shop(gigabyte / 10, ['a page is damaged']).checks()).toMatchObject([
    { verdict: 'bad', says: 'storage_broken', values: { finding: 'a page is damaged' } },
  ])
})
