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
  // A row is at least as high as a line of text. A few rows above and below the visible ones are drawn too.
  const most = Math.ceil(height / 20) + 40
  const seen = new Set<string>()
  for (let pages = 0; pages < 60 && seen.size < 160; pages += 1) {
    const guids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-guid') ?? ''))
    expect(guids.length).toBeLessThan(Math.min(most, 100))
    for (const guid of guids) seen.add(guid)
    if (seen.size === 160) break
    // Scrolls to the last row that was seen, so that none is skipped.
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
  // A longer number may contain the PIN by chance.
  expect(held.match(new RegExp(`(?<!\\d)${pin}(?!\\d)`))).toBeNull()
  const databases = await page.evaluate<readonly { readonly name: string }[]>('indexedDB.databases()')
  expect(databases.map(({ name }) => name)).toEqual([])
})
