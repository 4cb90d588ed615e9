import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DesktopState } from '../../shared/desktop/bridge.ts'
import { type Desktop, openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const stateOf = async (desktop: Desktop) =>
  (await desktop.page()).evaluate<DesktopState>('window.resit.state({ after: 0 })')

function logOf({ home }: Desktop): string {
  const logs = join(home, 'desktop', 'logs')
  return readdirSync(logs)
    .filter((name) => name.startsWith('desktop'))
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('')
}

test('a gateway that runs out of memory is started again by itself, without a box over the till', async () => {
  const desktop = await shop.start()
  await tillAt(desktop)
  await desktop.ask({ kind: 'gateway_out_of_memory' })
  await expect.poll(async () => (await stateOf(desktop)).gateway.restarts).toBe(1)
  await expect.poll(async () => (await stateOf(desktop)).gateway.phase).toBe('running')
  expect((await desktop.facts()).errorBoxes).toEqual([])
  expect(logOf(desktop)).toContain('FatalError')
  // Node's crash report contains the environment, so it must not be in the log.
  expect(logOf(desktop)).not.toContain('s3cret')
  expect(await desktop.quit()).toBe(0)
})

test('an exception that nothing catches is logged, and the desktop goes on without a box over the till', async () => {
  const desktop = await shop.start()
  const till = await tillAt(desktop)
  await desktop.ask({ kind: 'throw_in_main' })
  await expect.poll(() => logOf(desktop)).toContain('an exception that nothing catches')
  expect((await desktop.facts()).errorBoxes).toEqual([])
  expect(await till.submit('E-1')).toMatchObject({ STATUS: 'Pending' })
  expect(await desktop.quit()).toBe(0)
})

test('settings that the disk does not take are said once, and keep the desktop from nothing', async () => {
  const home = await shop.newHome()
  // This fails like a full disk: a folder has the name of the file.
  mkdirSync(join(home, 'desktop', 'desktop.json'))
  const desktop = await shop.start({ home })
  const till = await tillAt(desktop)
  await (await desktop.page()).evaluate("window.resit.prefer({ language: 'ms' })")
  await expect.poll(() => logOf(desktop)).toContain('the settings of the desktop could not be written')
  expect(await till.submit('P-1')).toMatchObject({ STATUS: 'Pending' })
  expect((await desktop.facts()).errorBoxes).toEqual([])
  expect(logOf(desktop).match(/could not be written/g)).toHaveLength(1)
  expect(await desktop.quit()).toBe(0)
})
