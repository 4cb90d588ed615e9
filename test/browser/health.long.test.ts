import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { customer } from '../support/till.ts'
import { clippedTexts } from './support/clipped.ts'
import { at } from './support/moves.ts'
import { supervising } from './support/supervising.ts'

const here = supervising()
let page: Page
const dialog = () => page.getByRole('dialog')

test('sending is paused and resumed, and the status bar says so', async () => {
  page = await here.atWork()
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await page.getByRole('button', { name: 'Pause sending' }).last().click()
  await dialog().getByRole('textbox').fill('Prices are being mended')
  await dialog().getByRole('button', { name: 'Pause sending' }).click()
  const bar = page.getByRole('region', { name: 'State of Resit' })
  await bar.getByText('Sending is paused').waitFor()
  await page.getByText('Prices are being mended').waitFor()
  // A pause must not hide a worse alert.
  await here.submit('Q', 'Q-6', {
    BUYER: null,
    CONSOLIDATE: true,
    ISSUED_AT: new Date(Date.now() - 70 * 86_400_000).toISOString(),
  })
  await bar.getByText(/1 receipt since .* the 7th is past/).waitFor()
  await expect.poll(() => bar.getByText('Sending is paused').count()).toBe(1)
  // Nor a deadline that has passed.
  await page.getByRole('link', { name: 'Consolidate', exact: true }).click()
  await page.getByText('The deadline has passed. Make them now.').waitFor()
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  const kept = await here.submit('Q', 'Q-2')
  await bar.getByText(/^1 not sent yet/).waitFor()
  // The result of a sale does not look as if it went on.
  await at(`#/sales/${kept.SALE_GUID}/done`)(page)
  const result = page.getByRole('status').filter({ hasText: 'Farid paused sending' })
  await result.locator('svg').waitFor()
  await at('#/health')(page)
  await page.getByRole('button', { name: 'Resume sending' }).last().click()
  await dialog().getByRole('button', { name: 'Resume sending' }).click()
  await here.api.until(kept, 'Valid')
  await bar.getByText('Sending is paused').waitFor({ state: 'detached' })
  expect(here.complaints()).toEqual([])
})

test('a refusal does not hide a pause, and meanwhile no screen says that something goes automatically', async () => {
  const refused = await here.submit('Q', 'Q-7', { BUYER: { ...customer, TIN: 'C99999999990' } })
  await here.api.until(refused, 'Invalid')
  await here.submit('Q', 'Q-8', { BUYER: null, CONSOLIDATE: true })
  await here.sending('pause')
  page = await here.atWork()
  await page.getByRole('alert').getByText('Sale Q-7 (RM 7.42)').waitFor()
  const bar = page.getByRole('region', { name: 'State of Resit' })
  await bar.getByText('Sending is paused').waitFor()
  await expect.poll(() => clippedTexts(page)).toEqual([])
  await page.getByRole('link', { name: 'Consolidate', exact: true }).click()
  await page.getByRole('region', { name: 'For consolidation' }).waitFor()
  await expect.poll(() => page.getByText('automatically').count()).toBe(0)
})

test('documents that are kept back for another reason than the line are not said to be sent (UP10)', async () => {
  const { practice } = here.gateway
  await practice?.faults.set({ kind: 'foreign_token', tin: 'C20000000002', told: true })
  // A token from before is refused now.
  await practice?.faults.set({ kind: 'expired_token' })
  const kept = await here.submit('Q', 'Q-20')
  page = await here.atWork()
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  const part = page.getByRole('region', { name: 'MyInvois (LHDN)' })
  const since = part.getByRole('listitem').filter({ hasText: /^Since [\d:]+: / })
  await expect.poll(() => since.count()).toBeGreaterThan(0)
  await practice?.faults.clear()
  await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: kept.SALE_GUID })
})

test('outlets with a gateway of their own stand under Health, the silent one with whom to call', async () => {
  page = await here.atWork()
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  const part = page.getByRole('region', { name: 'Outlets' })
  await page.getByRole('region', { name: 'MyInvois (LHDN)' }).waitFor()
  await expect.poll(() => part.count()).toBe(0)
  const { tokens } = here.gateway.store
  const [one, other] = await Promise.all(
    ['Cawangan Klang', 'Cawangan Ipoh'].map(async (name) => {
      const token = { id: randomUUID(), name, scopes: ['submit'] as const, companyGuid: null, createdAt: Date.now() }
      await tokens.create({ ...token, lastUsedAt: null, revokedAt: null }, `${token.id} of the test`, 'control')
      return token.id
    }),
  )
  const now = Date.now()
  const at = (ms: number) => new Date(now + ms).toISOString()
  const report = {
    version: '1.0.0',
    at: at(4 * 60_000),
    verdict: 'warning',
    alerts: ['in_doubt'],
    unsent: 14,
    oldest_unsent_at: at(-3_600_000),
    in_doubt: 1,
    unconsolidated: 0,
    needs_person: 2,
    closing: false,
  }
  await tokens.reported(one ?? '', JSON.stringify(report), now)
  await tokens.reported(other ?? '', JSON.stringify(report), now - 3_600_000)
  await page.reload()
  const klang = part.getByRole('listitem').filter({ hasText: 'Cawangan Klang' })
  await klang.getByText('Something there needs attention').waitFor()
  await klang.getByText(/2 to do · 1 in doubt · 14 not sent yet · oldest .* · clock 4 min fast/).waitFor()
  await part
    .getByRole('listitem')
    .filter({ hasText: 'Cawangan Ipoh' })
    .getByText(/No news since/)
    .waitFor()
  expect(await clippedTexts(page)).toEqual([])
})
