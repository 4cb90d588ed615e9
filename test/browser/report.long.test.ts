import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { aSale } from '../support/sales.ts'
import { sellSome } from './support/morning.ts'
import { at } from './support/moves.ts'
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
  const sold = page.getByRole('region', { name: 'Takings' })
  const byTill = sold.getByRole('table', { name: 'By outlet and till' })
  const total = byTill.getByRole('row', { name: /Total/ })
  await total.waitFor()
  const all = ((await total.textContent()) ?? '').replaceAll(',', '')
  // How it was paid adds up to the same.
  const paid = sold.getByRole('table', { name: 'Payment method' }).locator('tfoot td').last()
  expect(all).toContain(((await paid.textContent()) ?? '').replaceAll(',', ''))
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
  await paper
    .getByText('Everything that was not voided, cancelled or closed for good', { exact: false })
    .waitFor({ state: 'attached' })
  expect(((await paper.locator('tfoot tr').first().textContent()) ?? '').replaceAll(',', '')).toBe(all)
  // In the order of a document's life, in every language.
  const states = await sold.getByRole('table', { name: 'By status' }).getByRole('row').allTextContents()
  expect(states.length).toBeGreaterThan(1)
  expect(complaints).toEqual([])
  await context.close()
})

test('a supervisor reads in each report who closed a sale for good and why, on which day one was voided, and one number of valid sales', async () => {
  const { gateway } = screens
  const { body } = await operate<{ items: { record: { SALE_GUID: string; SALE_CODE: string } }[] }>(
    gateway,
    'GET',
    '/records?status=Invalid',
  )
  const refused = body.items.find(({ record }) => record.SALE_CODE === '0002')?.record
  await operate(gateway, 'POST', `/records/${refused?.SALE_GUID}/closure`, { reason: 'Entered twice' })
  await operate(gateway, 'POST', '/sending/pause', {})
  const client = await gateway.client()
  const sold = await client('invoice.sale.submit', { body: aSale({ SALE_CODE: '0050' }) as never })
  const { SALE_GUID } = sold as unknown as { SALE_GUID: string }
  await client('invoice.sale.voidByGuid', { body: { SALE_GUID, REASON: 'Not bought' } })
  await operate(gateway, 'POST', '/sending/resume', {})
  const { page, context, complaints } = await screens.open()
  await signIn(page, 'supervisor')
  await at('#/reports')(page)
  await page.getByText('Month', { exact: true }).first().click()
  const ended = page.getByRole('table', { name: 'Voided, cancelled, refunded or closed' })
  const day = String.raw`[1-9]\d? \p{L}{3,5}\.? \d{4}`
  await ended.getByRole('row', { name: new RegExp(`^Refused, closed 0002 .*${day}.* · Entered twice`, 'u') }).waitFor()
  await ended.getByRole('row', { name: new RegExp(`^Voided 0050 .*${day}.* · Not bought`, 'u') }).waitFor()
  await page
    .getByText('Receipts are counted, and their consolidated e-invoice is not counted again', { exact: false })
    .waitFor()
  // What counts adds up to the total; what does not stands apart.
  const byStatus = page.getByRole('table', { name: 'By status' })
  const total = page.getByRole('table', { name: 'By outlet and till' }).locator('tfoot td').last()
  await expect.poll(() => byStatus.locator('tfoot td').last().textContent()).toBe(await total.textContent())
  const notCounted = page.getByRole('table', { name: 'Not counted' })
  for (const status of ['Voided', 'Refused, closed'])
    await notCounted.getByRole('row', { name: new RegExp(`^${status}`) }).waitFor()
  const valid = byStatus.getByRole('row', { name: /^Valid/ })
  const count = await valid.getByRole('cell').nth(1).textContent()

  await at('#/sales?tills=all')(page)
  await page.getByRole('radio', { name: 'Valid' }).check()
  await page.getByRole('status').getByText(`${count} shown`).waitFor()
  expect(await page.getByRole('radio', { name: `Valid ${count}` }).count()).toBe(1)
  await page.getByRole('radio', { name: 'Consolidated' }).check()
  await page.getByRole('status').getByText('1 shown').waitFor()

  await at('#/shifts')(page)
  await page.getByRole('button', { name: /T1/ }).click()
  const withdrawn = page.getByRole('region', { name: 'Voided, cancelled, refunded or closed' })
  await withdrawn.getByText(/Entered twice/).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
