import { expect, test } from 'vitest'
import { coffee, customer } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { beginNew, openSale } from './support/moves.ts'
import { signIn } from './support/screens.ts'
import { tooSmallTargets } from './support/touch-targets.ts'

const here = atScreens({ mayComplain: true })

/** The label of the focused field. */
const focused = () => here.page.evaluate<string>("document.activeElement.labels?.[0]?.textContent.replace(' *', '')")

test('a returning buyer gets an invoice: an item and the buyer are picked, the payment is the total', async () => {
  const { page } = here
  for (const [at, DESCRIPTION] of ['Nasi goreng', 'Roti canai'].entries())
    await here.sell(`R-0${at}`, { LINES: [{ ...coffee, DESCRIPTION }] })
  await here.api.until(await here.sell('R-1'), 'Valid')
  await signIn(page, 'cashier')
  await page.getByRole('link', { name: 'New document' }).click()
  await page
    .locator(':focus')
    .and(page.getByRole('combobox', { name: 'Description' }))
    .waitFor()
  // The first line has the tax of the last sold line, and choosing an item fills in its price.
  await expect.poll(() => page.getByRole('textbox', { name: 'Rate, %' }).inputValue()).toBe('6')
  // A word that begins so goes before one that has it inside, which was sold later.
  await page.keyboard.type('na')
  await expect.poll(() => page.getByRole('option').first().textContent()).toMatch(/^Nasi goreng/)
  await page.getByRole('combobox', { name: 'Description' }).fill('kop')
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
  const method = page.getByRole('combobox', { name: 'Payment method' })
  await method.click()
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
  // The next one is paid in the same way, until a person says otherwise; Enter passes over a price that is known.
  await page.keyboard.press('F3')
  await expect.poll(focused).toBe('Description')
  await expect.poll(() => method.inputValue()).toMatch(/^04 /)
  await page.keyboard.type('kop')
  await page.getByRole('option', { name: 'Kopi O' }).waitFor()
  for (const reached of ['Quantity', 'Description', 'Find the buyer']) {
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe(reached)
  }
  // The key of a further line is on its button, and that of the buyer in the field, which it leads to.
  await page.getByRole('button', { name: 'Add a line' }).getByText('⇧F8').waitFor()
  await page.keyboard.press('Shift+F8')
  await expect.poll(focused).toBe('Description')
  await page.getByText('Line 2', { exact: true }).waitFor()
  // A key that is typed at once is not one of the item.
  await page.keyboard.press('F1')
  await page.keyboard.type('r')
  await expect.poll(() => find.inputValue()).toBe('r')
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

/** An Enter right after quick keys would be that of a scanner. */
const slowerThanScannerMs = 130

/** Types into fields one after the other, each ended by Enter. The focus must be in the named field. */
async function typeInto(fields: readonly (readonly [label: string, text: string])[]): Promise<void> {
  const { page } = here
  for (const [label, text] of fields) {
    await expect.poll(focused).toBe(label)
    await page.keyboard.type(text)
    await page.waitForTimeout(slowerThanScannerMs)
    await page.keyboard.press('Enter')
  }
}

test('a document for a new buyer is typed with the keyboard alone, and what is known is not typed', async () => {
  const { page } = here
  await here.api.until(await here.sell('I-1'), 'Valid')
  await signIn(page, 'cashier')
  await beginNew(page)
  await expect.poll(() => page.getByRole('textbox', { name: 'Rate, %' }).inputValue()).toBe('6')
  await typeInto([
    ['Description', 'Nasi lemak'],
    ['Quantity', ''],
    // Tax and rate are known, and a discount is rare. Enter begins the next line.
    ['Price each', '8.50'],
    ['Description', 'Teh tarik'],
    ['Quantity', '2'],
    ['Price each', '3.20'],
  ])
  // A line that was begun, and in which nothing was typed, is not missed.
  await page.keyboard.press('F9')
  await page.getByText('1 field needs fixing').waitFor()
  await expect.poll(focused).toBe('Find the buyer')
  await page.getByRole('group', { name: 'Line 3' }).getByRole('combobox', { name: 'Description' }).focus()
  // An empty line ends the lines.
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Find the buyer')
  await page.keyboard.type('770625-01-5324')
  await page.getByText('No earlier buyer found. Press Enter').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('combobox', { name: 'ID type' }).inputValue()).toMatch(/NRIC/)
  await expect.poll(() => page.getByRole('textbox', { name: 'TIN' }).inputValue()).toBe('IG10203040506')
  await typeInto([
    ['ID number', ''],
    ['Name', 'Tan Ah Kow'],
    ['Telephone', '0123456789'],
    ['E-mail', ''],
    ['Address', '7 Jalan Contoh'],
  ])
  await expect.poll(focused).toBe('Postcode')
  await page.keyboard.type('50350')
  // Town and state follow from the postcode, so Enter passes them over.
  await expect.poll(() => page.getByRole('textbox', { name: 'Town' }).inputValue()).toBe('Kuala Lumpur')
  await expect.poll(() => page.getByRole('combobox', { name: 'State' }).inputValue()).toMatch(/^14 /)
  await page.waitForTimeout(slowerThanScannerMs)
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Payment method')
  // It is asked for once.
  await page.keyboard.press('F9')
  await page.getByText('How was it paid?').first().waitFor()
  await expect.poll(focused).toBe('Payment method')
  await page.keyboard.press('F9')
  await page.getByText('Valid', { exact: true }).first().waitFor()
  await page.getByRole('main').getByText('RM 15.79').waitFor()
})

test('the words that found no buyer begin a new one, also right before the answer, and keep no number of another', async () => {
  const { page } = here
  await here.api.until(await here.sell('W-1'), 'Valid')
  await signIn(page, 'cashier')
  await beginNew(page)
  const find = page.getByRole('combobox', { name: 'Find the buyer' })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue()
  await find.fill('pelanggan')
  await find.press('Enter')
  await page.getByText(`Syarikat Pelanggan Sdn. Bhd. · ${String(customer['TIN'])}`).waitFor()
  for (const [typed, name] of [
    ['Kedai Baharu', 'Name'],
    ['013-987 6543', 'Telephone'],
    ['202101234567', 'ID number'],
    ['C12345678900', 'TIN'],
  ] as const) {
    await find.fill(typed)
    await find.press('Enter')
    await expect.poll(() => field(name)).toBe(typed)
    await expect.poll(focused).toBe('ID number')
  }
  expect([await field('Name'), await field('Address')]).toEqual(['Kedai Baharu', ''])
  // A number that is cut short is doubted once it is typed.
  const number = page.getByRole('textbox', { name: 'ID number' })
  const doubt = page.getByText('A company’s number has 12 digits')
  await number.fill('20190123')
  expect(await doubt.count()).toBe(0)
  await number.press('Tab')
  await doubt.waitFor()
  // An old number has a letter.
  await number.fill('123456-X')
  await number.press('Tab')
  await doubt.waitFor({ state: 'detached' })
})

test('one press of Send names all that is missing, the buyer too, and begins at the first', async () => {
  const { page } = here
  await signIn(page, 'cashier')
  await beginNew(page)
  await page.keyboard.press('F9')
  const list = page.getByRole('alert')
  await list.getByText('3 fields need fixing').waitFor()
  for (const name of ['Description', 'Price each', 'Find the buyer'])
    await list.getByRole('button', { name: new RegExp(name) }).waitFor()
  await expect.poll(focused).toBe('Description')
  await list.getByRole('button', { name: 'No buyer details', exact: true }).click()
  await page.keyboard.press('F9')
  await list.getByText('2 fields need fixing').waitFor()
})

test('a document without a buyer asks for one once, and the faults end with the choice of a buyer', async () => {
  const { page } = here
  await here.api.until(await here.sell('Z-1'), 'Valid')
  const receipt = await here.sell('Z-2', { BUYER: null, CONSOLIDATE: true })
  await signIn(page, 'cashier')
  await beginNew(page)
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  // Letters are marked before anything is sent.
  await page.getByRole('textbox', { name: 'Price each' }).fill('five')
  await page.getByText('This is not a number').waitFor()
  await page.getByRole('textbox', { name: 'Price each' }).fill('5')
  await page.keyboard.press('F9')
  await page.getByText('1 field needs fixing').waitFor()
  await page.getByText('Choose a buyer, or “No buyer details”').first().waitFor()
  await expect.poll(focused).toBe('Find the buyer')
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('pelanggan')
  await page.keyboard.press('Enter')
  await page.getByText('1 field needs fixing').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'TIN' }).waitFor({ state: 'hidden' })

  await page.keyboard.press('F4')
  await openSale(page, receipt.SALE_CODE)
  await page.getByRole('button', { name: 'Buyer asks for an e-invoice' }).click()
  await page.getByRole('button', { name: 'Make the e-invoice' }).click()
  await page.getByText('1 field needs fixing').waitFor()
  await expect.poll(focused).toBe('Find the buyer')
})

test('each kind of note is explained where it is chosen', async () => {
  const { page } = here
  await signIn(page, 'cashier')
  await beginNew(page)
  await page.getByText('Self-billed, or a note').click()
  await page.getByText('Credit note: the buyer owes less').waitFor()
  await page.getByText('Debit note: the buyer owes more').waitFor()
  await page.getByText('Refund note: the buyer gets money back').waitFor()
  expect(await violations(page)).toEqual([])
})

test('a search for the buyer that fails begins no new buyer, and is tried again by touch', async () => {
  const { page } = here
  await here.api.until(await here.sell('S-1'), 'Valid')
  await signIn(page, 'cashier')
  await beginNew(page)
  const find = page.getByRole('combobox', { name: 'Find the buyer' })
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const buyers = '**/operator/v1/buyers**'
  await page.route(buyers, (route) => route.fulfill({ status: 503, body: '' }))
  await find.fill('pelanggan')
  await page.waitForTimeout(slowerThanScannerMs)
  await find.press('Enter')
  const failed = page.getByText('The buyers could not be searched.')
  await failed.waitFor()
  expect([await find.inputValue(), await name.inputValue()]).toEqual(['pelanggan', ''])
  await page.unroute(buyers)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await failed.waitFor({ state: 'detached' })
  await page.getByText(String(customer['TIN'])).first().waitFor()
})
