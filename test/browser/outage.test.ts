import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../support/api.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'
import { keysOf } from './support/keyboard.ts'
import { type OpenPage, openScreens, people, type Screens, signIn } from './support/screens.ts'

/** The watch looks often; what it says of an outage it says after a quarter of an hour, as in a shop. */
const env = { RESIT_ALERT_EVERY_MS: '200' }

let screens: Screens
let api: Api
let open: OpenPage

beforeAll(async () => {
  screens = await openScreens({ env })
  api = apiOf(screens.gateway, await screens.gateway.token())
})
afterAll(() => screens.close())
beforeEach(async () => {
  open = await screens.open()
  open.page.setDefaultTimeout(20_000)
})
afterEach(async () => {
  await operate(screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
  await open.context.close()
})

const bar = () => open.page.getByRole('region', { name: 'State of Resit' })
const sell = async (code: string) => (await api.submit('sale', 'invoice', invoice(code))).body

async function watched(prefix: string): Promise<void> {
  const { page } = open
  await api.until(await sell(`${prefix}-1`), 'Valid')
  await page.getByText('Nothing waiting to send').waitFor()
  await page.getByText('MyInvois connected').waitFor()

  await operate(screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
  const kept = await sell(`${prefix}-2`)
  const row = page.locator(`[data-guid="${kept.SALE_GUID}"]`)
  await row.getByText('Waiting to send', { exact: true }).waitFor({ timeout: 15_000 })
  // At the first hindrance, and not only when it has lasted: amber, since when, and what it means for who sells.
  await bar()
    .locator('[data-tone=warning]')
    .getByText(/^MyInvois cannot be reached since \d.*1 sale is kept here and goes by itself$/)
    .waitFor()
  expect(await bar().getByText('MyInvois connected').count()).toBe(0)

  await operate(screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
  await row.getByText('Valid', { exact: true }).waitFor()
  await bar().getByText('Nothing waiting to send').waitFor()
  await bar().getByText('MyInvois connected').waitFor()
}

describe('an outage and the recovery, watched live', () => {
  test('the status bar never lies, and the sale that waited becomes valid before the cashier’s eyes', async () => {
    await signIn(open.page, 'cashier')
    await watched('O')
    expect(open.complaints).toEqual([])
  }, 120_000)

  test('by keyboard alone, on the queue and back', async () => {
    const { page } = open
    const keys = keysOf(page)
    await page.getByRole('button', { name: /Siti/ }).waitFor()
    await keys.tabTo('Siti')
    await keys.press('Enter')
    await page.getByRole('heading', { name: /Siti/ }).waitFor()
    await keys.type(people.cashier.pin)
    await keys.press('Enter')
    await page.getByRole('navigation').first().waitFor()
    await keys.press('F1')
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await keys.type('Queue')
    await keys.press('ArrowDown', 'Enter')
    await expect.poll(() => page.url()).toContain('#/queue')
    await keys.press('F4')
    await watched('P')
  }, 120_000)

  test('a gateway that went away is said within seconds, and found again without a new page', async () => {
    const { page } = open
    await signIn(page, 'cashier')
    await page.getByText('MyInvois connected').waitFor()
    await open.context.setOffline(true)
    await page.route('**/operator/v1/**', (route) => route.abort())
    await bar()
      .getByText(/^No news since \d/)
      .waitFor({ timeout: 30_000 })
    await page.unroute('**/operator/v1/**')
    await open.context.setOffline(false)
    await bar().getByText('MyInvois connected').waitFor({ timeout: 30_000 })
    expect(
      await bar()
        .getByText(/^No news/)
        .count(),
    ).toBe(0)
  }, 90_000)

  test('the door says that the gateway does not answer, and opens by itself once it does', async () => {
    const { page } = open
    await page.route('**/operator/v1/**', (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByText('Resit does not answer.').waitFor({ timeout: 30_000 })
    await page.unroute('**/operator/v1/**')
    await page.getByRole('button', { name: /Siti/ }).waitFor({ timeout: 30_000 })
    expect(await page.getByRole('alert').count()).toBe(0)
  }, 60_000)
})
