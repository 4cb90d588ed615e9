import { expect, test } from 'vitest'
import { customer } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { signIn } from './support/screens.ts'
import { tooSmallTargets } from './support/touch-targets.ts'

const here = atScreens()

test('a returning buyer gets an invoice: an item and the buyer are picked, the payment is the total', async () => {
  const { page } = here
  await here.api.until(await here.sell('R-1'), 'Valid')
  await signIn(page, 'cashier')
  await page.getByRole('link', { name: 'New document' }).click()
  await page
    .locator(':focus')
    .and(page.getByRole('combobox', { name: 'Description' }))
    .waitFor()
  // The first line has the tax of the last sold line, and choosing an item fills in its price.
  await expect.poll(() => page.getByRole('textbox', { name: 'Tax rate, %' }).inputValue()).toBe('6')
  await page.keyboard.type('kop')
  await page.getByRole('option', { name: 'Kopi O' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Price each' }).inputValue()).toBe('3.50')
  const find = page.getByRole('combobox', { name: 'Find the buyer' })
  for (const known of ['387654321', '201901234567', 'pelanggan']) {
    await find.fill(known)
    await page.getByRole('option', { name: /^Syarikat Pelanggan/ }).waitFor()
  }
  expect(await tooSmallTargets(page)).toEqual([])
  await find.press('Enter')
  await page.getByRole('textbox', { name: 'TIN' }).waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Payment method' }).click()
  await page.getByRole('option', { name: /^04/ }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).getAttribute('placeholder')).toBe('3.71')
  await page.keyboard.press('F9')
  await page.getByRole('img', { name: 'QR code of the validation link' }).waitFor()
  const guid = page.url().replace(/^.*\/sales\/([^/]*).*$/, '$1')
  const stored = await here.screens.gateway.gateway.store.records.byGuid(guid)
  const bytes = stored && (await here.screens.gateway.gateway.store.records.body(stored.seq, stored.record.revision))
  expect(JSON.parse(Buffer.from(bytes ?? []).toString())).toMatchObject({
    BUYER: { TIN: customer['TIN'], PHONE: customer['PHONE'], ADDRESS: customer['ADDRESS'] },
    PAYMENTS: [{ METHOD: '04', AMOUNT: '3.71' }],
  })
})

test('the postcode of an earlier buyer fills in town and state', async () => {
  const { page } = here
  await here.sell('P-1')
  await signIn(page, 'cashier')
  await page.keyboard.press('F3')
  await page.getByRole('textbox', { name: 'Postcode' }).fill('40000')
  await page.getByRole('textbox', { name: 'Postcode' }).press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Town' }).inputValue()).toBe('Shah Alam')
  await expect.poll(() => page.getByRole('combobox', { name: 'State' }).inputValue()).toMatch(/^10 /)
})
