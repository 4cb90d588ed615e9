import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { coffee, invoice } from '../support/till.ts'
import { clippedTexts } from './support/clipped.ts'
import { confirm, openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens.close())

test('an owner maps a code of the tills, a sale shows what was sent, and the row goes again', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/provider/codes'")
  const part = page.getByRole('region', { name: 'Codes of your tills' })
  const own = part.getByRole('textbox', { name: 'Code of the till' })
  const add = part.getByRole('button', { name: 'Add', exact: true })
  const map = async (from: string, to: string) => {
    await own.fill(from)
    await part.getByRole('combobox', { name: 'Official code' }).fill(to)
    await page.getByRole('option', { name: new RegExp(`^${to} `) }).click()
    await add.click()
  }
  await map('C62', 'H87')
  await confirm(page)
  await part.getByText('C62 is a code of the official list').waitFor()
  await map('PCS', 'H87')
  await part.getByRole('cell', { name: 'PCS', exact: true }).waitFor()
  await expect.poll(() => own.inputValue()).toBe('')
  expect(await clippedTexts(page)).toEqual([])

  const api = apiOf(screens.gateway, await screens.gateway.token())
  const sold = await api.submit('sale', 'invoice', invoice('9901', { LINES: [{ ...coffee, UNIT_CODE: 'PCS' }] }))
  expect(sold.status).toBe(202)

  await page.evaluate("window.location.hash = '#/settings/provider/codes'")
  await part.getByRole('button', { name: 'Remove PCS' }).click()
  await expect.poll(() => part.getByRole('cell', { name: 'PCS', exact: true }).count()).toBe(0)
  const refused = await api.submit('sale', 'invoice', invoice('9902', { LINES: [{ ...coffee, UNIT_CODE: 'PCS' }] }))
  expect(refused.status).toBe(422)
  await context.close()
})
