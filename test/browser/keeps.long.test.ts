import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { qrTextOf } from '../../electron/gateway/authority/practice/taxpayer-questions.ts'
import { operate } from '../support/operator.ts'
import { customer } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { at, beginNew } from './support/moves.ts'
import { people, signIn } from './support/screens.ts'

const here = atScreens({ mayComplain: true })

/** The text of the QR code in the buyer's app. */
const buyersCode = Buffer.from(qrTextOf(String(customer['TIN']))).toString('base64')
const drafts = '**/operator/v1/drafts/**'
const name = () => here.page.getByRole('textbox', { name: 'Name', exact: true })
const price = () => here.page.getByRole('textbox', { name: 'Price each' })
const isKept = (how: 'saved' | 'unsaved') => here.page.locator(`[data-kept=${how}]`).waitFor()

const begin = () => beginNew(here.page)

describe('what a cashier types', () => {
  test('survives a gateway that is away, a page loaded anew and a session that ended, and is nobody else’s to read', async () => {
    const { page, context } = here
    await signIn(page, 'cashier')
    await begin()
    await context.route(drafts, (route) => route.abort())
    await name().fill('Kedai Tanpa Rangkaian')
    await isKept('unsaved')
    await page.getByText('Not saved yet').waitFor()
    // The draft is stored in this browser, encrypted.
    const copies = () => page.evaluate<string>('JSON.stringify({ ...localStorage })')
    await expect.poll(copies).toContain('resit.copy.')
    expect(await copies()).not.toContain('Rangkaian')

    await page.reload()
    // The session and the draft are still there.
    await name().waitFor()
    await expect.poll(() => name().inputValue()).toBe('Kedai Tanpa Rangkaian')

    // The session is removed at the gateway, as if the gateway was killed.
    const { items } = (
      await operate<{ readonly items: readonly { id: string; name: string }[] }>(here.screens.gateway, 'GET', '/people')
    ).body
    const siti = items.find((person) => person.name === people.cashier.name)
    for (const act of ['disable', 'enable'])
      await operate(here.screens.gateway, 'POST', `/people/${siti?.id}/${act}`, {})
    await page.getByText('Your session has ended').waitFor()
    await signIn(page, 'cashier')
    await name().waitFor()
    await expect.poll(() => name().inputValue()).toBe('Kedai Tanpa Rangkaian')

    await context.unroute(drafts)
    await isKept('saved')
    await expect.poll(copies).not.toContain('resit.copy.')
  })

  test('is a draft only once there is something of it, has a title, and can be discarded', async () => {
    const { page } = here
    await signIn(page, 'supervisor')
    await begin()
    await page.keyboard.press('F4')
    await page.keyboard.press('F3')
    // Nothing was typed, so there is no draft to continue.
    await page.locator('[data-command=send]').waitFor()
    await name().fill('Syarikat Pelanggan')
    await page.getByRole('combobox', { name: 'Description' }).fill('Teh tarik')
    await price().fill('40,20')
    await price().press('Tab')
    // The amount is shown in its usual form.
    await expect.poll(() => price().inputValue()).toBe('40.20')
    await isKept('saved')
    await page.keyboard.press('F4')
    // The draft is in the list, and the next sale begins empty.
    await page.keyboard.press('F3')
    await page.getByRole('link', { name: '1 unfinished document' }).click()
    const draft = page.locator('[data-draft]')
    await draft.getByText('RM 40.20, Syarikat Pelanggan').waitFor()
    await draft.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await draft.waitFor({ state: 'detached' })
    const { items } = (await operate<{ readonly items: readonly unknown[] }>(here.screens.gateway, 'GET', '/records'))
      .body
    expect(items).toEqual([])
    expect(here.complaints).toEqual([])
  })

  test('is listed by what is sold if it has no buyer, and the way to it is in sight on a phone', async () => {
    const page = await here.atWork('owner', { viewport: { width: 390, height: 844 } })
    await at('#/new')(page)
    await page.getByRole('combobox', { name: 'Description' }).fill('Roti canai')
    await price().fill('2.50')
    await isKept('saved')
    await at('#/sales')(page)
    await at('#/new')(page)
    const link = page.getByRole('link', { name: 'unfinished document' })
    await link.waitFor()
    const { y = 0, height = 0 } = (await link.boundingBox()) ?? {}
    expect([y + height < 844, height]).toEqual([true, 44])
    await link.click()
    await page.getByText(/^RM 2\.\d\d, Roti canai$/).waitFor()
  })

  test('goes on being saved if a save came right before the pause that saves', async () => {
    const { page } = here
    await signIn(page, 'cashier')
    await begin()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // Without a pause of half a second only the regular save comes, three seconds after the first letter.
    for (let letters = 1; letters <= 8; letters += 1) {
      await name().fill('S'.repeat(letters))
      await page.clock.runFor(380)
    }
    await isKept('saved')
    await page.clock.runFor(1_000)
    await name().fill('Syarikat')
    await isKept('unsaved')
    await page.clock.runFor(1_000)
    await expect.poll(() => page.locator('[data-kept]').getAttribute('data-kept')).toBe('saved')
  })

  test('in two tabs is not written over without a word', async () => {
    const { page, context } = here
    await signIn(page, 'owner')
    await begin()
    await name().fill('First tab')
    await isKept('saved')
    const other = await context.newPage()
    await other.goto(page.url())
    await signIn(other, 'owner')
    const otherName = other.getByRole('textbox', { name: 'Name', exact: true })
    await otherName.waitFor()
    await expect.poll(() => otherName.inputValue()).toBe('First tab')
    await otherName.fill('Second tab')
    await other.locator('[data-kept=saved]').waitFor()

    await name().fill('First tab again')
    await page.getByText('Changed in another tab').waitFor()
    await page.getByRole('button', { name: 'Take the other one' }).click()
    await expect.poll(() => name().inputValue()).toBe('Second tab')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('searchbox').waitFor()
  })
})

describe('a TIN', () => {
  const verdict = (kind: 'good' | 'bad') => here.page.locator(`[data-verdict=${kind}]`)
  const tin = () => here.page.getByRole('textbox', { name: 'TIN', exact: true })

  test('that was checked is no longer checked once it, or its number, was edited; whose it is, is offered', async () => {
    const { page } = here
    await signIn(page, 'owner')
    await begin()
    await page.getByRole('textbox', { name: 'ID number' }).fill('201901234567')
    await tin().fill('C20830570210')
    await page.getByRole('button', { name: 'Check TIN' }).click()
    await verdict('bad').getByText('This number belongs to TIN C25845632020.').waitFor()
    await page.locator('summary').getByText('C20830570210', { exact: true }).waitFor()
    const bottomOf = async (place: Locator) => {
      const { y = 0, height = 0 } = (await place.boundingBox()) ?? {}
      return y + height
    }
    const below = (await page.locator('label', { hasText: 'Telephone' }).boundingBox())?.y ?? 0
    expect(await bottomOf(page.getByRole('button', { name: 'Use it' }))).toBeLessThan(below - 8)
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect.poll(() => tin().inputValue()).toBe('C25845632020')
    await verdict('bad').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check TIN' }).click()
    await verdict('good').getByText('TIN and ID number match.').waitFor()
    await page.getByRole('textbox', { name: 'ID number' }).fill('201901234568')
    await verdict('good').waitFor({ state: 'detached' })
  })

  test('that cannot be checked while MyInvois is away does not keep the sale back, and says so', async () => {
    const { page } = here
    await signIn(page, 'owner')
    await begin()
    await page.getByRole('textbox', { name: 'ID number' }).fill('201901234567')
    await tin().fill('C20830570211')
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
    await page.getByRole('button', { name: 'Check TIN' }).click()
    await expect
      .poll(() => page.getByText('so this is not checked. A TIN that you type can be sent all the same.').count())
      .toBe(1)
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
  })

  test('that MyInvois does not know with its number goes only if a person says so', async () => {
    const { page } = here
    const receipt = await here.sell('T-1', { BUYER: null, CONSOLIDATE: true })
    await signIn(page, 'owner')
    for (const path of ['new', `sales/${receipt.SALE_GUID}/buyer`]) {
      await at(`#/${path}`)(page)
      await page.getByRole('combobox', { name: 'Find the buyer' }).fill(buyersCode)
      await page.keyboard.press('Enter')
      await page.getByText('Filled in from the code').waitFor()
      await tin().fill('C20830570210')
      if (path === 'new') {
        // Missing fields are told first.
        await page.keyboard.press('F9')
        await page.locator('[data-at="LINES.0.DESCRIPTION"][aria-invalid=true]:focus').waitFor()
        await page.getByRole('combobox', { name: 'Description' }).fill('Teh tarik')
        await price().fill('4.50')
        await page.getByRole('combobox', { name: 'Payment method' }).fill('cash')
        await page.getByRole('option').first().click()
      }
      await page.keyboard.press('F9')
      const meant = page.getByRole('checkbox', { name: 'Send it anyway; MyInvois may refuse it' })
      await page.locator(':focus').and(meant).waitFor()
      expect(page.url()).toContain(path === 'new' ? '/new/' : '/buyer')
      await meant.check()
      await page.keyboard.press('F9')
      await page.waitForURL(/#\/sales\/[0-9a-f-]{36}(\/done)?$/)
    }
  })
})

test('a Send that is refused puts the focus on the first fault, and the list leads to each', async () => {
  const { page } = here
  await signIn(page, 'owner')
  await begin()
  await page.keyboard.press('F9')
  const list = page.getByRole('complementary').getByRole('alert')
  await list.getByText(/^\d+ fields need fixing$/).waitFor()
  const focused = () => page.evaluate<string | undefined>("document.activeElement?.dataset['at']")
  await expect.poll(focused).toBe('LINES.0.DESCRIPTION')
  // Faults are listed in the order of the fields, with the names of the fields.
  const listed = await list.getByRole('button').allInnerTexts()
  expect(listed.slice(0, 2)).toEqual(['Line 1 · Description Required', 'Line 1 · Price each Required'])
  await list.getByRole('button', { name: /^Line 1 · Price each/ }).click()
  await expect.poll(focused).toBe('LINES.0.UNIT_PRICE')
  // Said again in another language: what the gateway refused, and what the form itself asks for.
  const speak = async (language: string) => {
    await page.getByRole('button', { name: people.owner.name }).click()
    await page.getByText(language).click()
  }
  await speak('Bahasa Melayu')
  await list.getByRole('button', { name: 'Baris 1 · Harga seunit Wajib diisi' }).waitFor()
  await list.getByRole('button', { name: /Pilih pembeli, atau/ }).waitFor()
  await speak('English')
  await list.getByRole('button', { name: 'Line 1 · Price each Required' }).waitFor()
  // A field that is mended loses its mark.
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  await list.getByRole('button', { name: /^Line 1 · Description/ }).waitFor({ state: 'detached' })
  expect(here.complaints.filter((complaint) => !complaint.includes('status of'))).toEqual([])
})

test('a company that was refused is typed anew where it stands, and a list of faults is said once', async () => {
  const { page } = here
  await signIn(page, 'cashier')
  await begin()
  await page.getByText('No buyer details').click()
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  await page.getByRole('textbox', { name: 'Price each' }).fill('3,50')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('combobox', { name: 'Company' }).fill('NOBODY')
  await page.reload()
  await page.locator('[data-command=send]').waitFor()
  await page.keyboard.press('F9')
  const company = page.getByRole('combobox', { name: 'Company' })
  await expect
    .poll(() => page.evaluate<string | undefined>("document.activeElement?.dataset['at']"))
    .toBe('COMPANY_CODE')
  await expect.poll(() => page.getByText('nothing was kept').count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('DEMO')
  await expect.poll(() => company.inputValue()).toBe('DEMO')
})
