import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Browser, Page } from 'playwright'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { sharedChromium } from './support/chromium.ts'

let browser: Browser
let shop: TestGateway
let serving: ChildProcess | undefined
let page: Page
const complaints: string[] = []
beforeAll(async () => {
  browser = await sharedChromium()
})
beforeEach(() => {
  complaints.splice(0)
})
afterEach(async () => {
  await page.context().close()
  serving?.kill()
  await shop.close()
})

/** The till as its README starts it. */
async function openTill(env: Record<string, string> = {}): Promise<void> {
  shop = await startGateway({ env })
  const token = await shop.token({ scopes: ['submit', 'read', 'void', 'cancel'] })
  serving = spawn(process.execPath, ['examples/till/serve.js'], {
    env: { ...process.env, RESIT_URL: `http://127.0.0.1:${shop.port}`, RESIT_TOKEN: token, PORT: '0' },
  })
  const [line] = (await once(serving.stdout ?? serving, 'data')) as [Buffer]
  page = await (await browser.newContext()).newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(/http:\S+/.exec(line.toString())?.[0] ?? '')
}

async function sell(): Promise<void> {
  await page.getByRole('button', { name: /Kopi O/ }).click()
  await page.getByRole('button', { name: /Kopi O/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
}

const receipt = (saleCode: string) => page.locator(`#sale-${saleCode}`)

test('a sale with an e-invoice gets its QR code, is refunded, and another is cancelled', async () => {
  await openTill()
  await page.getByLabel('The customer wants an e-invoice').check()
  await sell()
  await receipt('0001').getByRole('img', { name: 'QR code of sale 0001' }).waitFor()
  expect(await receipt('0001').textContent()).toContain('RM 7.00')
  await sell()
  await receipt('0002').getByRole('button', { name: 'Cancel' }).click()
  await receipt('0002').getByText('Cancelled.').waitFor()
  await receipt('0001').getByRole('button', { name: 'Refund' }).click()
  await receipt('0003').getByText('Valid.').waitFor()
  const stored = await shop.gateway.store.records.changedAfter(0, { companyGuid: null }, 10)
  expect(stored.map(({ record }) => `${record.saleCode} ${record.kind} ${record.phase}`).toSorted()).toEqual([
    '0001 invoice valid',
    '0002 invoice cancelled',
    '0003 refund_note valid',
  ])
  expect(complaints).toEqual([])
})

test('a sale that was not sent yet is voided', async () => {
  await openTill({ RESIT_DISPATCH: 'off' })
  await page.getByLabel('The customer wants an e-invoice').check()
  await sell()
  await receipt('0001').getByRole('button', { name: 'Void' }).click()
  await receipt('0001').getByText('Voided.').waitFor()
  expect(complaints).toEqual([])
})

test('a sale whose answer is lost is kept, also over a restart of the till, and there once', async () => {
  await openTill()
  await page.route('**/invoice_submission', async (route) => {
    await route.fetch()
    await route.abort()
  })
  // Nor by the feed, which it listens to from its start.
  await page.route('**/changes?**', (route) => route.abort())
  await page.reload()
  await sell()
  await receipt('0001').getByText('Not handed over yet').waitFor()
  await expect
    .poll(async () => (await shop.gateway.store.records.changedAfter(0, { companyGuid: null }, 10)).length)
    .toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await receipt('0001').getByText('Pending.').waitFor()
  expect(await shop.gateway.store.records.changedAfter(0, { companyGuid: null }, 10)).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('what the gateway refuses is told to the cashier, and the till’s server lets in nobody else', async () => {
  await openTill()
  await page.route('**/invoice_submission', (route) =>
    route.continue({ postData: (route.request().postData() ?? '').replace('"DEMO"', '"NONE"') }),
  )
  await sell()
  await page
    .getByRole('status')
    .getByText(/company/i)
    .waitFor()
  await expect.poll(() => page.locator('article').count()).toBe(0)
  const stranger = await fetch(`${new URL(page.url()).origin}/v1/version`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(stranger.status).toBe(404)
})
