import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirm, openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens.close())

test('the key of one company is not offered the settings, which are every company’s', async () => {
  const { page, context, complaints } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/tokens'")
  const settings = page.getByRole('checkbox', { name: 'change settings' })
  await settings.check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Head office')
  await page.getByRole('combobox', { name: 'Only for company' }).click()
  await page.getByRole('option', { name: /DEMO/ }).click()
  expect([await settings.isChecked(), await settings.isDisabled()]).toEqual([false, true])
  await page.getByText('so a key for one company cannot have it').waitFor()
  await page.getByRole('button', { name: 'Make the key' }).click()
  await confirm(page, '999888')
  await page.getByRole('alert').getByText('This PIN is not right').waitFor()
  expect(await screens.gateway.gateway.store.tokens.list()).toEqual([])
  await confirm(page)
  await page.getByRole('status').waitFor()
  const [token] = await screens.gateway.gateway.store.tokens.list()
  expect(token).toMatchObject({ name: 'Head office', scopes: ['submit', 'read'] })
  expect(token?.companyGuid).not.toBeNull()
  // Of the wrong PIN.
  expect(complaints).toEqual([expect.stringContaining('422')])
  await context.close()
})
