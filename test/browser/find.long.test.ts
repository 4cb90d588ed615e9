import { expect, test } from 'vitest'
import { qrTextOf } from '../../electron/gateway/authority/practice/taxpayer-questions.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { operate } from '../support/operator.ts'
import { coffee, customer, invoice } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { at, onlyOne } from './support/moves.ts'
import { people, signIn } from './support/screens.ts'

const here = atScreens()

const { sell, scan } = here

test('one search finds a sale by whatever somebody holds in their hand', async () => {
  const amount = [{ ...coffee, QUANTITY: 1, UNIT_PRICE: '116.51' }]
  const sold = await here.api.until(await sell('F-1', { LINES: amount }), 'Valid')
  await here.api.until(await sell('F-2'), 'Valid')
  const { page } = here
  await signIn(page, 'cashier')
  const field = page.getByRole('searchbox')
  const uuid = sold.AUTHORITY?.UUID ?? ''
  for (const text of ['F-1', sold.DOCUMENT_NUMBER, sold.SALE_GUID, uuid, '123.50', '123,50', 'rm 123.50']) {
    await field.fill(text)
    await onlyOne(page)
    await page.locator(`[data-guid="${sold.SALE_GUID}"]`).waitFor()
    await field.fill('')
    await page.locator('[aria-setsize="2"]').first().waitFor()
  }
  // Finds a sale by the buyer's name and by the buyer's TIN.
  for (const text of [customer['NAME'], customer['TIN']]) {
    await field.fill(String(text))
    await page.locator('[aria-setsize="2"]').first().waitFor()
  }
  // The QR code of a slip opens its sale, without regard to the focus.
  await page.keyboard.press('F4')
  await page.locator('main').click({ position: { x: 5, y: 5 } })
  await scan(sold.AUTHORITY?.VALIDATION_URL ?? '')
  await page.getByRole('heading', { level: 1, name: /F-1$/ }).waitFor()
  // A buyer's code begins a new document for that buyer.
  await scan(Buffer.from(qrTextOf(String(customer['TIN']))).toString('base64'))
  await page.getByText('Filled in from the code').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'TIN', exact: true }).inputValue()).toBe(customer['TIN'])
  // It does so too if it was scanned into the search field. A sale code scanned there opens the sale.
  await page.keyboard.press('F4')
  await page.getByRole('searchbox').fill(Buffer.from(qrTextOf(String(customer['TIN']))).toString('base64'))
  await page.keyboard.press('Enter')
  await page.getByText('Filled in from the code').waitFor()
  // What may be a PIN is searched for by no scan, and stands in no address.
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.keyboard.press('F4')
  await page.locator('main').click({ position: { x: 5, y: 5 } })
  const answered = page.waitForResponse(/\/records\?/)
  await scan(people.cashier.pin)
  await answered
  await scan('F-1')
  await page.getByRole('heading', { level: 1, name: /F-1$/ }).waitFor()
  // A second scan replaces the first in the search.
  await page.keyboard.press('F4')
  await page.locator(':focus').and(page.getByRole('searchbox')).waitFor()
  await scan('UNKNOWN-77')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await scan(sold.DOCUMENT_NUMBER)
  await page.getByRole('heading', { level: 1, name: /F-1$/ }).waitFor()
  expect(addresses.filter((address) => address.includes(people.cashier.pin))).toEqual([])
})

test('a new document begins with what is sold, and a buyer’s code that is scanned there is the buyer’s', async () => {
  const { page } = here
  const sold = await here.api.until(await sell('F-3'), 'Valid')
  // A supervisor has no drafts here. The cashier above may have some.
  await signIn(page, 'supervisor')
  await page.keyboard.press('F3')
  const description = page.getByRole('combobox', { name: 'Description' })
  await page.locator(':focus').and(description).waitFor()
  // The number of a sale that is scanned before anything is typed opens it, and leaves no draft.
  const saved: string[] = []
  page.on('request', (request) => saved.push(...(/PUT .*drafts/.exec(`${request.method()} ${request.url()}`) ?? [])))
  await scan(sold.DOCUMENT_NUMBER)
  await page.getByRole('heading', { level: 1, name: /F-3$/ }).waitFor()
  expect([saved, await page.evaluate("Object.keys(localStorage).join().includes('resit.copy.')")]).toEqual([[], false])
  await page.keyboard.press('Escape')
  await description.fill('Teh')
  await scan(Buffer.from(qrTextOf(String(customer['TIN']))).toString('base64'))
  await page.getByText('Filled in from the code').waitFor()
  expect(await description.inputValue()).toBe('Teh')
  // Words that are typed fast are no number, so they are not searched for.
  const searched: string[] = []
  page.on('request', (request) => searched.push(...(/\/records\?page_size=20/.exec(request.url()) ?? [])))
  await scan('Roti canai')
  // The number of a sale opens it, and does not stay in the field either.
  await description.fill('Teh tarik')
  await scan(sold.DOCUMENT_NUMBER)
  await page.getByRole('heading', { level: 1, name: /F-3$/ }).waitFor()
  expect(searched.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => description.inputValue()).toBe('Teh tarik')
  // A barcode is no price.
  const price = page.getByRole('textbox', { name: 'Price' })
  await price.fill('3.50')
  await price.selectText()
  await scan('9555012300013')
  await expect.poll(() => price.inputValue()).toBe('3.50')
  const chosen = page.getByRole('radio', { name: 'Buyer details', exact: true })
  // If the focus is outside of all fields, the number is not taken for a buyer's code either.
  await chosen.focus()
  await scan(sold.DOCUMENT_NUMBER)
  await page.getByRole('heading', { level: 1, name: /F-3$/ }).waitFor()
  await page.keyboard.press('Escape')
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('It becomes part of this month’s consolidated').waitFor()
  await scan(sold.DOCUMENT_NUMBER)
  await page.getByRole('heading', { level: 1, name: /F-3$/ }).waitFor()
  expect(page.url()).toContain(sold.SALE_GUID)
})

test('a sale that is opened right after typing stays opened: the search does not call back to the list', async () => {
  await here.api.until(await sell('C-1'), 'Valid')
  const { page } = here
  const { promise: looked, resolve: look } = Promise.withResolvers<undefined>()
  // The script of the screen loads slowly. The text that was typed is searched meanwhile.
  await page.route(/\/record-[^/]*\.js$/, async (route) => {
    await looked
    await route.continue()
  })
  await page.clock.install()
  await signIn(page, 'cashier')
  await page.locator('[data-guid]', { hasText: 'C-1' }).waitFor()
  await page.getByRole('searchbox').fill('C-1')
  await page.locator('[data-guid]', { hasText: 'C-1' }).click()
  await page.clock.runFor(1_000)
  look(undefined)
  await page.getByRole('heading', { level: 1, name: /C-1$/ }).waitFor()
  await expect.poll(() => page.getByRole('searchbox').count()).toBe(0)
})

test('rows stand under their day, kinds have their counts, and what waits to be consolidated is no sale that waits for the internet', async () => {
  await sell('K-1', { BUYER: null, CONSOLIDATE: true })
  await sell('K-2', { OUTLET_NAME: 'Bangsar', TERMINAL_NAME: 'T9' })
  const { page } = here
  await sell('K-3', { ISSUED_AT: new Date(Date.now() - 30 * 3_600_000).toISOString() })
  await signIn(page, 'cashier')
  await page.getByText(/^Today · /).waitFor()
  const row = (code: string) => page.locator('[data-guid]', { hasText: code })
  const choose = async (field: string, name: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  const kind = (name: RegExp) => page.getByRole('radio', { name })
  await kind(/^For consolidation ?1$/).click()
  await onlyOne(page)
  await row('K-1').waitFor()
  await page
    .getByRole('region', { name: 'State of Resit' })
    .getByRole('link', { name: '1 for consolidation' })
    .waitFor()
  await kind(/^All/).click()
  // A cashier's list shows this till and today. A search goes through everything.
  await row('K-1').waitFor()
  expect([await row('K-2').count(), await row('K-3').count()]).toEqual([0, 0])
  await page.getByRole('searchbox').fill('K-3')
  await onlyOne(page)
  await row('K-3').click()
  await page.getByRole('heading', { level: 1, name: /K-3/ }).waitFor()
  await page.keyboard.press('F4')
  await choose('Tills', 'All tills')
  // If there are several outlets, each row names its outlet.
  await row('K-2').getByText('Bangsar').waitFor()
  await expect.poll(() => row('K-3').count()).toBe(0)
  await choose('Days', 'All days')
  await row('K-3').waitFor()
  await choose('Tills', 'Bangsar')
  await onlyOne(page)
  await choose('Tills', 'This till')
  await row('K-2').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('sold by no one')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await page.getByRole('button', { name: 'Show all sales' }).click()
  await row('K-2').waitFor()
})

test('what no screen knows in an address keeps nothing from its lists', async () => {
  const refused = await here.api.until(await sell('A-1', { BUYER: { ...customer, TIN: 'C99999999990' } }), 'Invalid')
  const { page } = here
  await signIn(page, 'supervisor')
  for (const path of ['sales', 'todo']) {
    await at(`#/${path}?from_mail=1`)(page)
    await page.getByRole('main').getByText('A-1').first().waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0)
  }
  await operate(here.screens.gateway, 'POST', `/records/${refused.SALE_GUID}/closure`, {})
})

test('language and light are chosen in the person’s menu, and the language changes every sentence', async () => {
  const refused = await sell('L-1', { BUYER: { ...customer, TIN: 'C99999999990' } })
  await here.api.until(refused, 'Invalid')
  const { page } = here
  await signIn(page, 'cashier')
  await page.getByRole('button', { name: people.cashier.name }).click()
  await page.getByRole('menuitem', { name: 'Light or dark' }).click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  const row = page.locator(`[data-guid="${refused.SALE_GUID}"]`)
  await row.getByText('TIN: MyInvois does not know it').waitFor()
  await page.getByRole('button', { name: people.cashier.name }).click()
  await page.getByRole('menuitem', { name: 'Bahasa Melayu' }).click()
  // The gateway's sentences are in Malay too.
  await row.getByText('TIN: tidak dikenali').waitFor()
  await page.getByText(/^Hari ini · /).waitFor()
  await row.click()
  // The reason is in the person's language. The authority's own words are behind “Details”.
  await page.getByText(/^TIN: tidak dikenali/).waitFor()
  await page.getByText('Mesej asal MyInvois').click()
  const words = page.getByText(refused.ERRORS[0]?.MESSAGE ?? 'Buyer TIN is invalid', { exact: false }).first()
  await expect.poll(() => words.isVisible()).toBe(true)
  // Closes the refused sale, because the notice of the refusal would take room in later tests.
  await operate(here.screens.gateway, 'POST', `/records/${refused.SALE_GUID}/closure`, {})
})

test('at the smallest till eight rows are in sight while something is wrong', async () => {
  for (let number = 1; number <= 9; number += 1) await sell(`R-${number}`)
  await here.screens.gateway.gateway.practice?.faults.set({ kind: 'away', how: 'refused' })
  const { page } = here
  await signIn(page, 'cashier')
  await sell('R-10')
  await page.getByText(/^MyInvois away since/).waitFor()
  const whole = await page.evaluate<number>(`(() => {
    const { bottom } = document.querySelector('main').getBoundingClientRect()
    return [...document.querySelectorAll('main [data-guid]')].filter((row) => row.getBoundingClientRect().bottom <= bottom).length
  })()`)
  expect(whole).toBeGreaterThanOrEqual(8)
})

test('a sale that a till delivered two days late stands under its own day, in the time of its company, with the day that it came', async () => {
  const { page } = here
  // 23:30 at the shop is the morning of the same day in the browser's time zone.
  const soldDay = dayOf(Date.now() - 2 * 86_400_000, 'Asia/Kuala_Lumpur')
  const soldAt = new Date(`${soldDay}T23:30:00+08:00`).toISOString()
  const { body } = await here.api.submit('sale', 'invoice', invoice('D-1', { ISSUED_AT: soldAt }))
  await signIn(page, 'cashier')
  await page.getByRole('searchbox').fill('D-1')
  await onlyOne(page)
  const day = (at: string, more: object = {}) =>
    new Date(at).toLocaleDateString('en-MY', { day: 'numeric', month: 'short', timeZone: 'Asia/Kuala_Lumpur', ...more })
  const [sold, came] = [day(soldAt, { year: 'numeric' }), day(body.SUBMITTED_AT)]
  await page.getByText(new RegExp(`^\\w+ · ${sold}$`)).waitFor()
  const row = page.locator(`[data-guid="${body.SALE_GUID}"]`)
  expect(await row.locator('time').textContent()).toBe('23:30')
  await row.getByText(`Received ${came}`).filter({ visible: true }).waitFor()
  await row.click()
  await page.getByRole('heading', { level: 1, name: /D-1$/ }).waitFor()
  const told = await page.getByRole('region', { name: 'Sale code' }).textContent()
  expect(told).toContain(`Date${day(soldAt, { day: 'numeric', year: 'numeric' })}, 23:30`)
  const received = page.getByRole('listitem').filter({ hasText: 'Received from the till' })
  expect(await received.textContent()).toContain(day(body.SUBMITTED_AT, { year: 'numeric' }))
})

test('what is typed right after the key of Sales is searched for, and the key pressed again selects it', async () => {
  const { page } = here
  await signIn(page, 'supervisor')
  await sell('K-77')
  await at('#/health')(page)
  // Both keys before the screen is drawn, as a person types.
  await page.evaluate(
    `for (const key of ['F4', 'K', '-', '7', '7'])
       document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))`,
  )
  const field = page.getByRole('searchbox')
  await expect.poll(() => field.inputValue()).toBe('K-77')
  await onlyOne(page)
  await page.locator(':focus').and(field).waitFor()
  await page.keyboard.press('F4')
  await page.keyboard.type('F-3')
  await expect.poll(() => field.inputValue()).toBe('F-3')
  // The other screens of a supervisor have keys too, shown in the menu.
  for (const [key, name] of [
    ['⇧F2', 'Shifts, reports'],
    ['⇧F3', 'Consolidate'],
    ['⇧F4', 'Health'],
  ] as const) {
    await page.keyboard.press(key.replace('⇧', 'Shift+'))
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .locator('a[aria-current=page]', { hasText: name })
      .waitFor()
    await page.locator('a[aria-current=page] kbd', { hasText: key }).waitFor()
  }
})
