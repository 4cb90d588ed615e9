import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktopAt, until } from '../../build/desktop-from-outside.ts'
import { hangMs } from '../support/hang-limit.ts'
import { openShop, type Shop } from './start-desktop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('a desktop that is looked at from outside sells a document that is signed and valid, and copies its database', async () => {
  const desktop = await shop.start({ env: { RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1' } })
  const { version, sell, backUp, gatewayPid } = desktopAt(desktop.dataDir)
  await until('the gateway answers', async () => (await version()) === '0.1.0', hangMs)
  await until('a signed document is valid', async () => (await sell()) === 'Valid', hangMs)
  const copy = join(desktop.home, 'copy.db')
  expect(await backUp(copy)).toBe(true)
  expect(existsSync(copy)).toBe(true)
  expect((await desktop.facts()).gatewayPids).toEqual([gatewayPid()])
  await expect(until('what never holds', () => false, 0)).rejects.toThrow('what never holds: false')
})
