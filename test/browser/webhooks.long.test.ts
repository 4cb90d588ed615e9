import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { invoice } from '../support/till.ts'
import { confirm, openScreens, type Screens, signIn, type Who } from './support/screens.ts'

let screens: Screens
let server: Receiver
beforeEach(async () => {
  screens = await openScreens()
  server = await startReceiver()
})
afterEach(async () => {
  await screens.close()
  await server.close()
})

test('an owner adds a webhook, has everything delivered again, and removes it', async () => {
  const { page, context, complaints } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/provider/webhooks'")
  await page.getByText('Only an address on 127.0.0.1 is taken.').waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill('http://tills.example/')
  await page.getByRole('button', { name: 'Add' }).click()
  await confirm(page)
  await page.getByText('must be https, or http to this machine').first().waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill(server.url)
  await page.getByRole('button', { name: 'Add' }).click()
  // The PIN was right, so it opened the settings, although the first address was refused.
  await page.getByText(/^whsec_/).waitFor()
  await page.getByText('Added by Aminah').waitFor()
  // Nothing was delivered yet, so the row does not say that everything was.
  await page.getByRole('cell', { name: 'Nothing waits' }).waitFor()

  const { gateway } = screens
  const api = apiOf(gateway, await gateway.token())
  await api.until((await api.submit('sale', 'invoice', invoice('9001'))).body, 'Valid')
  await expect.poll(() => server.heard.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Deliver everything again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver everything again' }).click()
  const heardAgain = () => server.heard.length - new Set(server.heard.map(({ id }) => id)).size
  await expect.poll(heardAgain).toBeGreaterThan(0)

  // A second secret does not hide the first. Each is asked about before it is left.
  await page.getByRole('textbox', { name: 'Address' }).fill(`${server.url}second`)
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => page.getByText(/^whsec_/).count()).toBe(2)
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without the code?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  for (const kept of [1, 0]) {
    await page.getByRole('button', { name: 'I have written it down' }).first().click()
    await expect.poll(() => page.getByRole('button', { name: 'I have written it down' }).count()).toBe(kept)
  }
  await page
    .getByRole('row', { name: /second/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => page.getByRole('row', { name: /second/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No server receives messages.').waitFor()
  // The browser tells of the address that was refused.
  expect(complaints).toEqual([])
  await context.close()
})

test('a server that takes no messages is told to an owner on every screen, and to others at Health', async () => {
  const alert = {
    code: 'webhook_failing',
    company: null,
    verdict: 'warning',
    since: new Date().toISOString(),
    message: 'tills.example takes no messages.',
  }
  const seen = async (who: Who) => {
    const { page, context } = await screens.open()
    await page.route('**/operator/v1/health', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), alerts: [alert] } })
    })
    await signIn(page, who)
    const bar = page.getByRole('region', { name: 'State of Resit' })
    await bar
      .getByText(/MyInvois|Connected/)
      .first()
      .waitFor()
    const isInBar = (await bar.getByText(alert.message).count()) === 1
    await page.evaluate("window.location.hash = '#/health'")
    await page.getByRole('main').getByText(alert.message).waitFor()
    await context.close()
    return isInBar
  }
  expect([await seen('owner'), await seen('supervisor'), await seen('cashier')]).toEqual([true, false, false])
})
