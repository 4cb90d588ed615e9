import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { customer, invoice } from '../support/till.ts'
import { keysOf } from './support/keyboard.ts'
import { printedWidth } from './support/printed.ts'
import { type OpenPage, openScreens, type Screens, signIn, type Who } from './support/screens.ts'

let screens: Screens
let api: Api
let open: OpenPage
let page: Page

beforeAll(async () => {
  screens = await openScreens()
  api = apiOf(screens.gateway, await screens.gateway.token())
})
afterAll(() => screens.close())
afterEach(() => open.context.close())

const sell = async (TERMINAL_NAME: string, code: string, more = {}): Promise<WireRecord> => {
  const { body } = await api.submit('sale', 'invoice', invoice(`${TERMINAL_NAME}-${code}`, { TERMINAL_NAME, ...more }))
  return api.until(body, 'Valid', 'Invalid')
}
const refused = (terminal: string) => sell(terminal, '2', { BUYER: { ...customer, TIN: 'C99999999990' } })

async function atWork(who: Who, options = {}): Promise<void> {
  open = await screens.open({ acceptDownloads: true, ...options })
  page = open.page
  page.setDefaultTimeout(10_000)
  await signIn(page, who)
}
const dialog = () => page.getByRole('dialog')

test('a shift is opened by a cashier and closed with remainders by touch, and its report is printed and saved', async () => {
  await sell('T1', '1')
  await refused('T1')
  await atWork('cashier', { hasTouch: true })
  await page.getByRole('link', { name: 'Shifts' }).first().tap()
  await page.getByRole('button', { name: /T1/ }).tap()
  await page.getByRole('button', { name: 'Open a shift' }).tap()
  expect(await dialog().getByRole('textbox').inputValue()).toBe('A')
  await dialog().getByRole('button', { name: 'Open a shift' }).tap()
  await page.getByText('A supervisor closes the shift.').waitFor()
  expect(await page.getByRole('button', { name: 'Close with open items' }).count()).toBe(0)
  expect(open.complaints).toEqual([])
  await open.context.close()

  await atWork('supervisor', { hasTouch: true })
  await page.getByRole('link', { name: 'Shifts' }).first().tap()
  await page.getByRole('button', { name: /T1/ }).tap()
  await page.getByText('Resolve before closing: 1').waitFor()
  await page.getByText('Correct it at the till', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Close with open items' }).tap()
  const close = dialog().getByRole('button', { name: 'Close with open items' })
  expect(await close.isDisabled()).toBe(true)
  await dialog().getByRole('textbox').fill('The buyer comes back tomorrow')
  await close.tap()
  await page.getByRole('heading', { name: /Closed with open items/ }).waitFor()
  const ended = page.getByText('The buyer comes back tomorrow').locator('..')
  expect(await ended.textContent()).toMatch(/, Farid: The buyer/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).tap()
  expect((await saved).suggestedFilename()).toBe('shift-T1-A-1.csv')
  await page.getByRole('button', { name: 'Print the report' }).tap()
  const printed = page.frameLocator('iframe[title=print]')
  await printed.getByRole('heading', { name: 'Shift report' }).waitFor({ state: 'attached' })
  expect(await printedWidth(page)).toBe(72)
  await page.getByRole('button', { name: 'Save as JSON' }).waitFor()
  expect(open.complaints).toEqual([])
})

test('a shift is opened and closed clean by keyboard alone', async () => {
  await sell('T2', '1')
  await atWork('supervisor')
  const { press, tabTo, answer } = keysOf(page)
  await tabTo('Shifts')
  await press('Enter')
  await page.getByRole('heading', { name: 'Tills' }).waitFor()
  await tabTo(/T2/)
  await press('Enter')
  await tabTo('Open a shift')
  await press('Enter')
  await dialog().waitFor()
  await answer()
  await page.getByText('Nothing needs a person', { exact: false }).waitFor()
  await tabTo('Close the shift')
  await press('Enter')
  await dialog().waitFor()
  await tabTo('Close the shift')
  await answer()
  await page.getByRole('heading', { name: /Closed clean/ }).waitFor()
  await page.getByText('Fingerprint of the journal').waitFor()
  expect(open.complaints).toEqual([])
})

test('the figures of the day are drawn, and a comparison with the authority lists what differs', async () => {
  const sold = await sell('T3', '1')
  await screens.gateway.gateway.practice?.faults.set({ kind: 'portal_cancel', uuid: sold.AUTHORITY?.UUID ?? '' })
  await atWork('supervisor')
  await page.getByRole('link', { name: 'Shifts' }).first().click()
  await page.getByRole('link', { name: 'Day and month' }).click()
  await page.getByRole('img', { name: 'Documents by status' }).locator('rect').first().waitFor()
  await page.getByText('Month', { exact: true }).click()
  await page.getByRole('img', { name: 'Documents by status' }).locator('rect').first().waitFor()
  await page.getByRole('link', { name: 'Compare with MyInvois' }).click()
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page.getByRole('heading', { name: /everything was read/ }).waitFor()
  await page.getByRole('cell', { name: 'Cancelled', exact: false }).first().waitFor()
  await page.getByRole('rowheader', { name: 'Status differs' }).first().waitFor()
  expect(open.complaints).toEqual([])
})

test('a comparison with the authority is made by keyboard alone', async () => {
  await sell('T4', '1')
  await atWork('supervisor')
  const { press, tabTo } = keysOf(page)
  await tabTo('Shifts')
  await press('Enter')
  await page.getByRole('heading', { name: 'Tills' }).waitFor()
  await tabTo('Compare with MyInvois')
  await press('Enter')
  await page.getByRole('button', { name: 'Compare now' }).waitFor()
  await tabTo('Compare now')
  await press('Enter')
  await page
    .getByRole('heading', { name: /everything was read/ })
    .first()
    .waitFor()
  expect(open.complaints).toEqual([])
})
