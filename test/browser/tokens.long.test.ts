import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from './support/accessible.ts'
import { confirm, openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens.close())

test('the key of one company is not offered the settings, which are every company’s', async () => {
  const { page, context, complaints } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/provider/keys'")
  await page.getByText('No till yet.').waitFor()
  const settings = page.getByRole('checkbox', { name: 'change settings' })
  await settings.check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Head office')
  await page.getByRole('combobox', { name: 'Only for company' }).click()
  await page.getByRole('option', { name: /DEMO/ }).click()
  expect([await settings.isChecked(), await settings.isDisabled()]).toEqual([false, true])
  await page.getByText('so a key for one company cannot have it').waitFor()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const asked = page.getByRole('dialog', { name: 'The owner confirms this' })
  await asked.getByText('Make the key of a till', { exact: true }).waitFor()
  await asked.getByText('This asks for it every time.').waitFor()
  await confirm(page, '999888')
  await page.getByRole('alert').getByText('This PIN is not right').waitFor()
  expect(await screens.gateway.gateway.store.tokens.list()).toEqual([])
  await confirm(page)
  await page.getByText('Key of Head office').waitFor()
  const [token] = await screens.gateway.gateway.store.tokens.list()
  expect(token).toMatchObject({ name: 'Head office', scopes: ['submit', 'read'] })
  expect(token?.companyGuid).not.toBeNull()
  expect(complaints).toEqual([])
  await context.close()
})

test('the key of a till comes with its address and a test, in words, and is not left before it was kept', async () => {
  const { page, context, complaints } = await screens.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, 'owner')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Tills' }).click()
  await page.getByRole('button', { name: 'Make the key' }).waitFor()
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('textbox', { name: 'Name' }).fill('Till 7')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await confirm(page)
  const shown = page.getByRole('status').filter({ hasText: 'Key of Till 7' })
  await shown.getByText(`${screens.origin}/v1`).waitFor()
  await shown.getByText('Only a till on this computer reaches this address.').waitFor()
  expect(await violations(page)).toEqual([])
  await shown.getByRole('button', { name: 'Test the key' }).click()
  await shown.getByText('It works. Resit answered').waitFor()
  await shown.getByText('send sales · see documents').waitFor()

  const question = page.getByRole('dialog', { name: 'Leave without the code?' })
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await question.waitFor()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Go back' }).click()
  await shown.waitFor()
  await page.getByRole('button', { name: 'Aminah' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Go back' }).click()

  await page.route('**/v1/version/', (route) => route.abort())
  await shown.getByRole('button', { name: 'Test the key' }).click()
  await shown.getByText('Resit does not answer').waitFor()

  await shown.getByRole('button', { name: 'Copy the key' }).click()
  await shown.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^rst_/)
  // A key that was revoked is of no use, and goes from the screen.
  await page
    .getByRole('row', { name: /Till 7/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('row', { name: /Till 7/ })
    .getByText('Revoked')
    .waitFor()
  await shown.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('searchbox').waitFor()
  expect(complaints.filter((complaint) => !/401|Failed to load/.test(complaint))).toEqual([])
  await context.close()
})

test('two keys stay in sight, and each is asked about', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/tokens'")
  for (const name of ['Till 8', 'Till 9']) {
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Make the key' }).click()
    await confirm(page)
    await page.getByText(`Key of ${name}`).waitFor()
  }
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Till 9')
  await page.getByText('A key has this name already.').waitFor()
  expect(await page.getByRole('button', { name: 'Make the key' }).isDisabled()).toBe(true)
  await name.fill('Till 99')
  await expect.poll(() => page.getByText('A key has this name already.').count()).toBe(0)
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without the code?' })
  const first = (await question.getByText(/^Key of Till/).textContent())?.includes('8') ? 8 : 9
  await question.getByRole('button', { name: 'Leave anyway' }).click()
  await question.getByText(`Key of Till ${17 - first}`).waitFor()
  await question.getByRole('button', { name: 'Leave anyway' }).click()
  await page.getByRole('searchbox').waitFor()
  expect(await question.count()).toBe(0)
  await context.close()
})

test('a fault of Resit itself says what to do next, and a key that was written down goes from the screen', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/tokens'")
  await page.getByRole('textbox', { name: 'Name' }).fill('Till 5')
  const fault = { title: 'internal error', status: 500, detail: 'give support the request id', code: 'internal_error' }
  const json = { ...fault, type: 'urn:resit:problem:internal_error', retryable: true, instance: '/', errors: [] }
  const path = '**/operator/v1/tokens'
  await page.route(path, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Make the key' }).click()
  await page.getByRole('alert').getByText('open Health and press “Copy for support”').waitFor()
  await page.unroute(path)
  await page.getByRole('button', { name: 'Make the key' }).click()
  await confirm(page)
  await page.getByText(/^rst_/).waitFor()
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await expect.poll(() => page.getByText(/^rst_/).count()).toBe(0)
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('searchbox').waitFor()
  await context.close()
})
