import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sellSome } from './support/morning.ts'
import { openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
  await sellSome(screens, 14)
})
afterAll(() => screens.close())

test('an owner keeps the report of a day: by till and tax, as a file and on paper, with totals that are the same', async () => {
  const { page, context, complaints } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/reports'")
  const sold = page.getByRole('region', { name: 'Sold' })
  const byTill = sold.getByRole('table', { name: 'By outlet and till' })
  const total = byTill.getByRole('row', { name: /Total/ })
  await total.waitFor()
  const all = ((await total.textContent()) ?? '').replaceAll(',', '')
  const saved = page.waitForEvent('download')
  await sold.getByRole('button', { name: 'Save as CSV' }).click()
  const csv = readFileSync(await (await saved).path(), 'utf8')
  const line = csv.split('\r\n').find((row) => row.startsWith('Total')) ?? ''
  expect(line.replaceAll(',', '')).toBe(all)
  expect(csv).toContain('02 – Service Tax,6%,MYR,')

  await sold.getByRole('button', { name: 'Print' }).click()
  const paper = page.frameLocator('iframe[title=print]')
  await paper.locator('h1').waitFor({ state: 'attached' })
  expect(await paper.locator('strong').textContent()).toBe('PRACTICE – not real sales')
  expect(((await paper.locator('tfoot tr').first().textContent()) ?? '').replaceAll(',', '')).toBe(all)
  // In the order of a document's life, in every language.
  const states = await sold.getByRole('table', { name: 'By status' }).getByRole('row').allTextContents()
  expect(states.length).toBeGreaterThan(1)
  expect(complaints).toEqual([])
  await context.close()
})
