import { expect, test } from 'vitest'
import { atScreens } from './support/at-screens.ts'
import { people, signIn } from './support/screens.ts'

const here = atScreens()

test('of a long list the page holds what is in view, at its beginning as after a long way down (UI13)', async () => {
  for (let at = 0; at < 8; at += 1)
    await Promise.all(Array.from({ length: 20 }, (_, beside) => here.sell(`L-${at}-${beside}`)))
  const { page } = here
  await signIn(page, 'cashier')
  const rows = page.locator('main [data-guid]')
  await rows.nth(5).waitFor()
  const height = page.viewportSize()?.height ?? 0
  // No row is lower than a line of text; a few more are drawn above and below than are seen.
  const most = Math.ceil(height / 20) + 40
  const seen = new Set<string>()
  for (let pages = 0; pages < 60 && seen.size < 160; pages += 1) {
    const guids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-guid') ?? ''))
    expect(guids.length).toBeLessThan(Math.min(most, 100))
    for (const guid of guids) seen.add(guid)
    if (seen.size === 160) break
    // From the last that was seen, so that none is passed over, and no further before the page has more.
    const last = guids.at(-1) ?? ''
    await page.locator(`main [data-guid="${last}"]`).scrollIntoViewIfNeeded()
    await expect.poll(() => rows.last().getAttribute('data-guid')).not.toBe(last)
  }
  expect(seen.size).toBe(160)
})

test('a screen that is taken over finds no PIN that was typed before (UI6)', async () => {
  const { page } = here
  await signIn(page, 'supervisor')
  const { pin } = people.supervisor
  const held = await page.evaluate<string>(`JSON.stringify([
    Object.entries(localStorage), Object.entries(sessionStorage), history.state, location.href, document.cookie,
    [...document.querySelectorAll('input')].map(({ value }) => value), document.documentElement.outerHTML,
    performance.getEntriesByType('resource').map(({ name }) => name),
  ])`)
  // Longer digits hold it by chance.
  expect(held.match(new RegExp(`(?<!\\d)${pin}(?!\\d)`))).toBeNull()
  const databases = await page.evaluate<readonly { readonly name: string }[]>('indexedDB.databases()')
  expect(databases.map(({ name }) => name)).toEqual([])
})
