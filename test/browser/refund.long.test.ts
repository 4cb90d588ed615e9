import { expect, test } from 'vitest'
import { coffee } from '../support/till.ts'
import { turn, violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { clippedTexts } from './support/clipped.ts'
import { at, openSale } from './support/moves.ts'
import { people } from './support/screens.ts'

const here = atScreens({ isPageOpen: false, mayComplain: true })

const refunds = async () =>
  (await here.screens.gateway.gateway.store.acts.list(0, 1000)).filter(({ type }) => type === 'approved')

test('a refund begins without an item, and gives back no piece at a higher price than it was sold for', async () => {
  const LINES = [coffee, { ...coffee, DESCRIPTION: 'Set dinner', QUANTITY: 4, UNIT_PRICE: 17.1 }]
  await here.limitRefunds('1000')
  await here.sell('B-4', { LINES, BUYER: undefined, CONSOLIDATE: true })
  const page = await here.atWork('cashier')
  await openSale(page, 'B-4')
  await page.keyboard.press('F8')
  for (const part of ['What is refunded', 'Refunded to', 'How the money goes back'])
    await page.getByRole('region', { name: part, exact: true }).waitFor()
  await page.locator('[data-command=send]:disabled').waitFor()
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.getByRole('checkbox', { name: /Kopi O/ }).check()
  // One piece comes back until more are counted, by a finger too; what a finger touches is replaced by typing.
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await expect.poll(() => quantity.inputValue()).toBe('1')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await page.locator('[aria-label="One more"]:disabled').waitFor()
  await quantity.click()
  await page.keyboard.type('1')
  await expect.poll(() => quantity.inputValue()).toBe('1')
  const [price, told] = [page.getByRole('textbox', { name: 'Price each' }), 'Sold for RM 3.50 each: give back no more.']
  await price.fill('3.51')
  // It is said before anything is sent.
  await page.getByText(told).first().waitFor()
  await page.getByText('left: 2 × RM 3.50').waitFor()
  await page.keyboard.press('F9')
  await price.and(page.locator(':focus')).waitFor()
  await page.getByRole('checkbox', { name: /Kopi O/ }).uncheck()
  await page.getByText(told).first().waitFor({ state: 'detached' })
  // An added line that names the item, too.
  await page.getByRole('button', { name: 'Add a line', exact: true }).click()
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  await price.fill('4')
  await page.getByText(told).first().waitFor()
  await price.fill('3.50')
  await page.getByText(told).first().waitFor({ state: 'detached' })
  await page.keyboard.press('F9')
  await page.getByText('To refund RM 3.71').waitFor()
  // The customer gets a paper, and the next document has what was typed while it opened.
  await page.getByRole('button', { name: 'Print the slip', exact: true }).click()
  const paper = page.frameLocator('iframe[title=print]')
  await paper.getByRole('row', { name: /To refund RM 3.71/ }).waitFor()
  await page.getByRole('button', { name: 'Next sale', exact: true }).press('Enter')
  await page.keyboard.type('Teh tarik', { delay: 60 })
  const description = page.getByRole('combobox', { name: 'Description' })
  await expect.poll(() => description.inputValue()).toBe('Teh tarik')
  // Enter takes the only item with these letters, and its price.
  await description.fill('set d')
  await page.getByRole('option', { name: /Set dinner/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => description.inputValue()).toBe('Set dinner')
  await expect.poll(() => price.inputValue()).toBe('17.10')
})

test('the only piece of a sale is ticked already, so its refund takes two keys', async () => {
  await here.limitRefunds('1000')
  await here.sell('B-9', { LINES: [{ ...coffee, QUANTITY: 1, UNIT_PRICE: 6 }], BUYER: undefined, CONSOLIDATE: true })
  const page = await here.atWork('cashier')
  await openSale(page, 'B-9')
  await page.keyboard.press('F8')
  await page.getByRole('complementary').getByText('RM 6.36').waitFor()
  await page.keyboard.press('F9')
  await page.getByText('To refund RM 6.36').waitFor()
  expect(await page.locator('main[data-shown$="/done"]').count()).toBe(1)
})

test('what is typed right after the key of a new document stands in its first field', async () => {
  const page = await here.atWork('cashier')
  await at('#/sales')(page)
  for (const [text, delay] of [
    ['Kopi O', 0],
    ['Roti canai', 150],
  ] as const) {
    await page.keyboard.press('F3')
    await page.keyboard.type(text, { delay })
    await expect.poll(() => page.getByRole('combobox', { name: 'Description' }).inputValue()).toBe(text)
  }
})

test('a cashier’s refund above the limit of the company asks for a supervisor', async () => {
  await here.limitRefunds('7.42')
  const receipt = await here.sell('B-1', { BUYER: undefined, CONSOLIDATE: true })
  const other = await here.sell('B-2', { BUYER: undefined, CONSOLIDATE: true })
  const page = await here.atWork('cashier')
  const begin = async (code: string) => {
    await openSale(page, code)
    await page.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('heading', { level: 1, name: `Refund note for ${code}, RM 7.42` }).waitFor()
    await page.getByText('The general public: no buyer is needed.').waitFor()
    await page.getByRole('button', { name: 'All that is left', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').getByText('RM 7.42').waitFor()
    expect(await page.getByText('This refund needs a supervisor').count()).toBe(code === 'B-1' ? 0 : 1)
    await page.keyboard.press('F9')
  }
  const dialog = page.getByRole('dialog')
  await begin('B-1')
  await page.locator('main[data-shown$="/done"]').waitFor()
  expect([receipt.STATUS, await refunds()]).toEqual(['Pending', []])
  // Nothing is left to do, so nothing turns and nothing asks for attention.
  await page.getByText('Done. It is settled automatically together with its sale.').waitFor()
  await page.getByText('To refund RM 7.42').waitFor()
  await page.getByRole('button', { name: 'Open this sale' }).click()
  await page.getByRole('rowheader', { name: 'To refund' }).waitFor()
  await page.getByRole('region', { name: 'What is refunded' }).waitFor()
  // It waits as its receipt does, and can be voided, with a word about what that means. No note is made on it.
  const main = page.locator('main')
  await main.locator('header').getByText('For consolidation', { exact: true }).waitFor()
  await main.getByText('It is settled with its receipt at the next consolidation').waitFor()
  expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
  await page.keyboard.press('F6')
  await dialog.getByText('Void it only if no money was returned.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('rowheader', { name: 'To refund' }).waitFor()
  await expect
    .poll(() =>
      page
        .locator('[class*=bar]')
        .getByText(/not sent yet/)
        .count(),
    )
    .toBe(0)
  await at('#/sales')(page)
  const rowOf = (text: string) => page.locator('[data-guid]', { hasText: text })
  await rowOf('Refund note').getByText('RM -7.42').waitFor()
  await rowOf('B-1').getByText('Refunded in full').waitFor()
  await expect.poll(() => page.getByText(/needs? attention/i).count()).toBe(0)
  await openSale(page, 'B-1')
  await main.getByText('Refunded in full', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
  await main.getByText('Refund · All of it has been refunded already.').waitFor()
  await main.getByText('General public: nothing is to be declared').waitFor()
  const notes = page.getByRole('region', { name: 'Refunds and other notes' })
  await notes.getByText('RM -7.42').waitFor()
  await notes.getByRole('link', { name: /Refund note M-/ }).click()
  const receiptOfNote = page.getByRole('region', { name: 'Belongs to' })
  await receiptOfNote.getByText('Refunded in full').waitFor()
  await receiptOfNote.getByRole('link', { name: 'Invoice B-1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoice B-1' }).waitFor()
  await at('#/sales')(page)

  // An address that was kept begins no note that cannot be sent.
  await page.evaluate(`window.location.hash = '#/new?original=${receipt.SALE_GUID}&kind=refund_note'`)
  await page.locator('[data-command=send]:disabled').waitFor()
  await page.getByRole('complementary').getByText('All of it has been refunded already.').waitFor()

  await here.limitRefunds('7.41')
  await at('#/sales')(page)
  await page.reload()
  await begin('B-2')
  await dialog
    .getByLabel(/PIN of the supervisor/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.type(people.supervisor.pin)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Allow and send' }).click()
  await page.locator('main[data-shown$="/done"]').waitFor()
  expect(await refunds()).toMatchObject([{ by: `person:${people.supervisor.name}`, facts: { act: 'refund' } }])
  expect((await here.api.status('sale', 'invoice', other.SALE_GUID)).body.STATUS).toBe('Pending')
  // Who made it and who allowed it stand apart, on the note and in the reports.
  const names = `${people.cashier.name} · allowed by ${people.supervisor.name}`
  await page.getByRole('button', { name: 'Open this sale' }).click()
  await page.getByRole('region', { name: 'History' }).getByText(names).waitFor()
  await at('#/reports')(page)
  await page.getByRole('row', { name: new RegExp(`^Refund note .* ${names} · `) }).waitFor()
})

test('a refund of a sale that is not kept here goes once a supervisor allowed it, by keyboard too', async () => {
  await here.api.until(await here.sell('B-3'), 'Valid')
  const page = await here.atWork('cashier')
  await at('#/new')(page)
  await page.locator('[data-command=send]').waitFor()
  await page.locator('summary').first().click()
  await page.getByText('Refund note', { exact: true }).click()
  await page.getByRole('button', { name: 'Add a document' }).click()
  await page.getByRole('textbox', { name: 'Document number' }).first().fill('OLD-1')
  await page.getByRole('textbox', { name: 'MyInvois number (UUID)' }).fill('NA')
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  await page.getByRole('textbox', { name: 'Price each' }).fill('3.50')
  await page.getByRole('combobox', { name: 'Find the buyer' }).fill('pelanggan')
  await page.getByRole('option', { name: /^Syarikat Pelanggan/ }).click()
  const before = (await refunds()).length
  await page.keyboard.press('F9')
  const dialog = page.getByRole('dialog', { name: 'This refund needs a supervisor' })
  await dialog.waitFor()
  for (const light of ['dark', 'light'] as const) {
    await turn(page, light)
    expect(await violations(page)).toEqual([])
  }
  expect(await clippedTexts(page)).toEqual([])
  await dialog.getByLabel(/PIN of the supervisor/).fill('000001')
  // A question ignores Enter for a moment, so the test presses until it is heard.
  const isRefused = async () => {
    await page.keyboard.press('Enter')
    return dialog.getByRole('alert').count()
  }
  await expect.poll(isRefused, { interval: 1_000 }).toBe(1)
  // As fast as people type: an Enter right after another is ignored.
  await dialog.getByLabel(/PIN of the supervisor/).pressSequentially(people.supervisor.pin, { delay: 60 })
  await page.keyboard.press('Enter')
  await page.locator('main[data-shown$="/done"]').waitFor()
  expect(await refunds()).toHaveLength(before + 1)
})
