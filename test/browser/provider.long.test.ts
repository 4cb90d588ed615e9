import { expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { openSale } from './support/moves.ts'

const here = atScreens({ isPageOpen: false })

test('an owner finds for the software provider one sale as JSON with its send attempts, and a cashier sees none of it', async () => {
  await here.api.until(await here.sell('P-1'), 'Valid')
  await here.sell('P-2')
  const cashier = await here.atWork('cashier')
  await openSale(cashier, 'P-1')
  await expect.poll(() => cashier.getByText('Send attempts').count()).toBe(0)
  await expect.poll(() => cashier.getByRole('link', { name: 'For your software provider' }).count()).toBe(0)
  await cashier.context().close()

  const page = await here.atWork('owner')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'For your software provider' }).click()
  for (const room of ['Keys and what they may do', 'Webhooks', 'Reference codes'])
    await page.getByRole('link', { name: room }).waitFor()
  await page.getByRole('region', { name: 'Proof' }).getByText('Nothing kept here was lost or changed').waitFor()
  // Hundreds of packages would hide the rest of the page.
  const licences = page.getByRole('region', { name: 'Software used' })
  await expect.poll(() => licences.getByRole('row').count()).toBe(0)
  await licences.getByText('Free software that this product contains').click()
  await licences.getByRole('row', { name: /^react / }).waitFor()
  await page.getByRole('link', { name: 'Open the sale under Sales' }).click()
  await openSale(page, 'P-1')
  await page.getByRole('link', { name: 'For your software provider' }).click()
  await page.getByRole('region', { name: 'The sale as JSON' }).getByText('"SALE_CODE": "P-1"').waitFor()
  await page.getByText('What was sent and answered').first().click()
  await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await openSale(page, 'P-2')
  await page.getByRole('link', { name: 'For your software provider' }).click()
  await page.getByRole('region', { name: 'The sale as JSON' }).getByText('"SALE_CODE": "P-2"').waitFor()
})

test('the banner of practice leads an owner to the faults, and tells everyone which one is on', async () => {
  const page = await here.atWork('owner')
  const banner = page.locator('[data-mode=practice]')
  await banner.getByRole('link', { name: 'Rehearse' }).click()
  await page.getByRole('button', { name: 'Server error' }).click()
  await banner.getByText('PRACTICE – rehearsed now: Server error').waitFor()
  expect(await page.getByRole('button', { name: 'Server error' }).getAttribute('aria-pressed')).toBe('true')
  expect(await violations(page)).toEqual([])

  const other = await here.screens.open()
  await other.page.locator('[data-mode=practice]').getByText('rehearsed now: Server error').waitFor()
  await expect.poll(() => other.page.getByRole('link', { name: 'Rehearse' }).count()).toBe(0)
  await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
  for (const screen of [other.page, page]) await screen.getByText('PRACTICE – nothing is sent to MyInvois').waitFor()
})
