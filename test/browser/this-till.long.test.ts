import { expect, test } from 'vitest'
import { atScreens } from './support/at-screens.ts'
import { beginNew } from './support/moves.ts'
import { people, signIn } from './support/screens.ts'

const here = atScreens({ mayComplain: true })

test('this computer is asked once which till it is, and a supervisor can change that', async () => {
  const unbound = await here.screens.open({ isUnbound: true })
  const { page } = unbound
  await signIn(page, 'cashier')
  await page.keyboard.press('F3')
  await page.getByRole('heading', { name: 'Which till is this?' }).waitFor()
  // The only company is filled in, because a new person does not know its code.
  await expect.poll(() => page.getByRole('combobox', { name: 'Company' }).inputValue()).toMatch(/^DEMO – /)
  await page.getByRole('combobox', { name: 'Outlet' }).fill('Bangsar')
  await page.getByRole('combobox', { name: 'Till' }).fill('T7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[data-begin], [data-command=send]').first().waitFor()
  if ((await page.locator('[data-begin]').count()) > 0) await page.locator('[data-begin]').click()
  await page.getByText(/DEMO · Bangsar · T7 · /).waitFor()
  await page.evaluate("window.location.hash = '#/till'")
  await page.getByRole('searchbox').waitFor()
  await page.getByRole('button', { name: people.cashier.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signIn(page, 'supervisor')
  await beginNew(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kedai Sebelah')
  await page.locator('[data-kept=saved]').waitFor()
  await page.evaluate("window.location.hash = '#/till'")
  await page.getByRole('combobox', { name: 'Till' }).fill('T8')
  await page.getByRole('button', { name: 'Save' }).click()
  // The open document says that it is still of the till from before, and takes the new one.
  await page.getByText('This document is of DEMO · Bangsar · T7').waitFor()
  await page.getByRole('button', { name: 'Use this computer’s till' }).click()
  await page.getByText(/DEMO · Bangsar · T8 · /).waitFor()
  await expect.poll(() => page.getByText('This document is of').count()).toBe(0)
  await unbound.context.close()
})
