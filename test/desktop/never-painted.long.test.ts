import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const pages = () => shop.browser.contexts().flatMap((context) => context.pages())

test('a window whose page stays empty is shown after twenty seconds, with what is known and a way back', async () => {
  const desktop = await shop.start({ env: { STUB_PAINTS: 'plain pages' } })
  const till = await tillAt(desktop)
  await expect.poll(async () => (await desktop.facts()).windows).toMatchObject([{ isVisible: true }])
  const plain = () => pages().find((page) => page.url().startsWith('data:'))
  await expect.poll(() => plain()?.innerText('body') ?? '').toContain(`127.0.0.1:${till.port}`)
  expect(await plain()?.innerText('body')).toContain('Resit is running')
  expect(await plain()?.getAttribute('a', 'href')).toBe('app://resit/')
  expect(await desktop.quit()).toBe(0)
})

test('a window in which nothing can be painted is shown all the same', async () => {
  const desktop = await shop.start({ env: { STUB_PAINTS: 'nothing' } })
  await expect.poll(async () => (await desktop.facts()).windows).toMatchObject([{ isVisible: true }])
  expect(await desktop.quit()).toBe(0)
})

test('one that is started hidden stays hidden', async () => {
  const desktop = await shop.start({ args: ['--hidden'], env: { STUB_PAINTS: 'nothing' } })
  await tillAt(desktop)
  await expect.poll(() => pages().map((page) => page.url())).toContainEqual(expect.stringMatching(/^data:/))
  expect((await desktop.facts()).windows).toMatchObject([{ isVisible: false }])
  expect(await desktop.quit()).toBe(0)
})
