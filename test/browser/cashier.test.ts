import { describe, expect, test } from 'vitest'
import { qrTextOf } from '../../electron/gateway/authority/practice/taxpayer-questions.ts'
import { isInFull } from '../support/in-full.ts'
import { customer, invoice } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { keysOf } from './support/keyboard.ts'
import { at, onlyOne, openSale } from './support/moves.ts'
import { printedWidth } from './support/printed.ts'
import { people, signIn } from './support/screens.ts'

const here = atScreens()
const { sell, scan } = here
/** The text of the QR code in the buyer's app. */
const buyersCode = Buffer.from(qrTextOf(String(customer['TIN']))).toString('base64')
/** The SALE_GUID in the address of the screen of a sale. */
const shownGuid = () => here.page.url().replace(/^.*\/sales\/([^/]*).*$/, '$1')

describe('a cashier’s morning', () => {
  test('by mouse: sees sales come in, finds one by its barcode, makes a document, has one cancelled', async () => {
    const { page } = here
    await signIn(page, 'cashier')
    const first = await sell('M-1')
    // Changes appear without a reload.
    await page.locator(`[data-guid="${first.SALE_GUID}"]`).getByText('Valid', { exact: true }).waitFor()
    const second = await sell('M-2')
    await here.api.until(second, 'Valid')

    // A scan is recognised by its speed, so it does not matter where the focus is.
    await page.locator('main').click({ position: { x: 5, y: 5 } })
    await scan(first.DOCUMENT_NUMBER)
    // Only one document is found, so it is opened.
    await page.getByRole('heading', { level: 1, name: /M-1$/ }).waitFor()
    await page.getByRole('img', { name: 'QR code of the validation link' }).waitFor()
    await expect.poll(() => page.getByText('Kopi O').count()).toBe(1)
    // Checked before printing: the frame of the printed page runs no script, so axe would report an error.
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Print the slip' }).click()
    expect(await printedWidth(page)).toBe(72)

    await page.locator('[data-command=new-document]').click()
    await page.getByRole('combobox', { name: 'Find the buyer' }).fill(buyersCode)
    await page.keyboard.press('Enter')
    await page.getByText('Filled in from the code').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'TIN' }).first().inputValue()).toBe(customer['TIN'])
    await page.getByRole('combobox', { name: 'Description' }).fill('Teh tarik')
    await page.getByRole('textbox', { name: 'Price each' }).fill('4.50')
    await page.getByRole('combobox', { name: 'Payment method' }).click()
    await page.getByRole('option', { name: /Debit Card$/ }).click()
    await page.getByRole('button', { name: 'Send' }).last().click()
    await page.getByRole('heading', { level: 1, name: /M-/ }).waitFor()
    // Wait for the QR code, because it moves what is below it.
    await page.getByRole('img', { name: 'QR code of the validation link' }).waitFor()
    await page.locator('main').getByRole('button', { name: 'Open this sale' }).click()

    // A cashier may not cancel. A supervisor allows this one cancellation by PIN, and the cashier stays signed in.
    await page.locator('[data-command=cancel]:enabled').click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('button[aria-pressed=false]:focus').waitFor()
    await expect.poll(() => page.evaluate(`document.querySelector('[data-question]').scrollTop`)).toBe(0)
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Wrong goods')
    await dialog.getByRole('combobox', { name: 'Supervisor' }).click()
    await page.getByRole('option', { name: people.supervisor.name }).click()
    await dialog.getByLabel('PIN of the supervisor').fill(people.supervisor.pin)
    await dialog.getByRole('button', { name: 'Cancel at MyInvois' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    const { body } = await here.api.status('sale', 'invoice', shownGuid())
    expect(body).toMatchObject({ STATUS: 'Cancelled', TOTAL_PAYABLE: '4.77' })
    await page.getByText(people.cashier.name, { exact: true }).first().waitFor()
  })

  if (isInFull)
    test('by keyboard alone', async () => {
      const { page } = here
      const keys = keysOf(page)
      await page.getByRole('button', { name: /Siti/ }).waitFor()
      await keys.tabTo(people.cashier.name)
      await keys.press('Enter')
      await page.getByRole('heading', { name: /Siti/ }).waitFor()
      await keys.type(people.cashier.pin)
      await keys.press('Enter')
      const sale = await sell('K-1')
      await page.locator(`[data-guid="${sale.SALE_GUID}"]`).getByText('Valid', { exact: true }).waitFor()
      await keys.press('F4')
      await keys.type('K-1')
      await onlyOne(page)
      await keys.tabTo(/K-1/)
      await keys.press('Enter')
      await page.getByRole('heading', { level: 1, name: /K-1/ }).waitFor()

      await keys.press('F3')
      await page.locator('[data-command=send]').waitFor()
      await keys.tabTo('Find the buyer')
      await keys.type(buyersCode)
      await keys.press('Enter')
      await page.getByText('Filled in from the code').waitFor()
      await keys.tabTo('Description')
      await keys.type('Teh tarik')
      await keys.tabTo('Price each')
      await keys.type('4.50')
      await keys.tabTo('Payment method')
      await keys.type('cash')
      await keys.press('Enter')
      await keys.press('F9')
      await page.getByRole('heading', { level: 1, name: /M-/ }).waitFor()
      await page.getByText('Valid', { exact: true }).first().waitFor()
      await keys.tabTo('Open this sale')
      await keys.press('Enter')
      await page.locator('[data-command=cancel]:enabled').waitFor()

      await keys.press('F7')
      await page.getByRole('dialog').waitFor()
      await keys.tabTo('Reason')
      await keys.type('Wrong goods')
      await keys.tabTo('Supervisor')
      await keys.choose(people.supervisor.name)
      await keys.tabTo('PIN of the supervisor')
      await keys.type(people.supervisor.pin)
      await keys.answer()
      await page.getByText('Cancelled', { exact: true }).first().waitFor()
      expect((await here.api.status('sale', 'invoice', shownGuid())).body.STATUS).toBe('Cancelled')
    })

  test('nothing of a person is left in the browser', async () => {
    const { page } = here
    await signIn(page, 'cashier')
    const sale = await here.api.until(await sell('S-1'), 'Valid')
    await openSale(page, 'S-1')
    await page.locator('[data-command=new-document]').click()
    const left = await page.evaluate<string>(everythingKept)
    for (const secret of [people.cashier.name, customer['NAME'], customer['TIN'], sale.SALE_GUID])
      expect(left).not.toContain(secret)
    expect(JSON.parse(left)).toEqual({
      local: expect.any(Object),
      // Only in this tab: the token, with which a reload continues the session. It is useless once the session has
      // ended.
      session: { 'resit.session': expect.stringMatching(/^rss_/) },
      cookies: '',
      databases: [],
      caches: [],
    })
    // Language, light or dark, and till belong to the computer, not to a person.
    const names = Object.keys((JSON.parse(left) as { local: object }).local)
    expect(names.filter((name) => !/^(resit\.language|resit\.till|mantine-color-scheme-value)$/.test(name))).toEqual([])
  })
})

/** Evaluated in the page. */
const everythingKept = `(async () => JSON.stringify({
  local: { ...localStorage },
  session: { ...sessionStorage },
  cookies: document.cookie,
  databases: (await indexedDB.databases()).map(({ name }) => name),
  caches: await caches.keys(),
}))()`

test('a key means the same on every screen, also when all words change', async () => {
  const { page } = here
  await here.api.until(await sell('Y-1'), 'Valid')
  await signIn(page, 'supervisor')
  const meanings = new Map<string, Set<string>>()
  const read = async () => {
    const keyed = page.locator('[data-command]').filter({ has: page.locator('kbd') })
    for (const command of await keyed.all()) {
      const key = await command.locator('kbd').innerText()
      meanings.set(key, (meanings.get(key) ?? new Set()).add(`${await command.getAttribute('data-command')}`))
    }
  }
  for (const place of ['sales', 'todo?show=everything', 'consolidation', 'health', 'shifts']) {
    await at(`#/${place}`)(page)
    await expect.poll(() => page.title()).toBe(`${await page.getByRole('heading', { level: 1 }).innerText()} · Resit`)
    await read()
  }
  await at('#/sales')(page)
  await openSale(page, 'Y-1')
  await read()
  await page.keyboard.press('F3')
  const meaning = () => page.locator('[data-command]').filter({ hasText: 'F9' }).getAttribute('data-command')
  await expect.poll(meaning).toBe('send')
  await read()
  expect([...meanings.values()].filter((meant) => meant.size > 1)).toEqual([])
  await page.locator('[class*=who]').first().click()
  await page.getByRole('menuitem', { name: 'Bahasa Melayu' }).click()
  await page.locator('html[lang=ms]').waitFor()
  expect(await meaning()).toBe('send')
})

test('Enter in a field of a complete document goes on to the next one; only F9 sends', async () => {
  const { page } = here
  // The shift is filled in from the sale before.
  await sell('E-1')
  await signIn(page, 'owner')
  await page.keyboard.press('F3')
  await page.locator('[data-command=send]').waitFor()
  await page.getByRole('combobox', { name: 'Find the buyer' }).fill(buyersCode)
  await page.keyboard.press('Enter')
  await page.getByText('Filled in from the code').waitFor()
  await page.getByRole('textbox', { name: 'Price each' }).fill('4.50')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/invoice_submission')) sent.push(request.url())
  })
  const focused = () => page.evaluate<string>("document.activeElement.labels[0].textContent.replace(' *', '')")
  await page.getByRole('combobox', { name: 'Description' }).focus()
  // A scanned code may have several lines. No line may land in another field.
  await scan('Teh tarik\nTeh C')
  expect(await focused()).toBe('Description')
  await page.getByRole('combobox', { name: 'Description' }).fill('Teh tarik')
  await page.getByRole('combobox', { name: 'Description' }).press('Enter')
  await expect.poll(focused).toBe('Quantity')
  await page.getByRole('combobox', { name: 'Payment method' }).fill('cash')
  await page.getByRole('option').first().click()
  await page.getByText('Classification 022 – Others · unit C62 – one (piece)').click()
  await page.getByRole('combobox', { name: 'Unit' }).focus()
  await page.keyboard.type('95560')
  await page.keyboard.press('Enter')
  // Another line is begun. In the empty line Enter goes on to the buyer.
  await page.getByRole('group', { name: 'Line 2' }).waitFor()
  await expect.poll(focused).toBe('Description')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Find the buyer')
  await page.getByRole('group', { name: 'Line 2' }).waitFor({ state: 'detached' })
  for (let field = 0; field < 20; field += 1) await page.keyboard.press('Enter')
  expect([sent, page.url()]).toEqual([[], expect.stringContaining('/new/')])
  await page.keyboard.press('F9')
  await page.getByRole('heading', { level: 1, name: /M-/ }).waitFor()
  expect(sent.length).toBe(1)
})

/** Runs in the page: finds elements that are wider than their frame. */
const cutOff = `[...document.querySelectorAll('nav, main, main *')]
  .filter((each) => getComputedStyle(each).overflowX !== 'visible' && each.clientWidth > 0)
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map(({ className }) => className)`

test('a code of a hundred characters without a space pushes nothing off the screen, and all keys stay in sight', async () => {
  const { page } = here
  await page.setViewportSize({ width: 1366, height: 768 })
  const code = 'W'.repeat(100)
  const receipt = { BUYER: null, CONSOLIDATE: true, SHIFT_CODE: 'S'.repeat(60) }
  const { body } = await here.api.submit('sale', 'invoice', invoice(code, receipt))
  await signIn(page, 'supervisor')
  await page.evaluate(`window.location.hash = '#/sales/${body.SALE_GUID}'`)
  await page.getByRole('heading', { level: 1, name: code }).waitFor()
  await page.locator('[data-command=buyer]').first().waitFor()
  expect(await page.evaluate(cutOff)).toEqual([])
  await page.getByRole('link', { name: 'Shifts' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Tills' }).waitFor()
  expect(await page.evaluate(cutOff)).toEqual([])
})
