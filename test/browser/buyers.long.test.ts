import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { customer, invoice } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { confirm } from './support/screens.ts'

const here = atScreens({ isPageOpen: false })

test('an owner finds a remembered buyer, corrects the phone, exports it and deletes it', async () => {
  const { gateway } = here.screens
  await apiOf(gateway, await gateway.token()).submit('sale', 'invoice', invoice('R-1'))
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/buyers'")
  const find = page.getByRole('textbox', { name: 'Find a buyer' })
  await find.fill('pelanggan')
  const row = page.getByRole('row', { name: /Pelanggan/ })
  await row.waitFor()
  expect(await violations(page)).toEqual([])

  await row.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog', { name: /^Correct/ })
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+60312340000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  await dialog.getByText('Saved.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await row.getByText('+60312340000').waitFor()

  const saved = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Export' }).click()
  await confirm(page)
  expect((await saved).suggestedFilename()).toBe('buyer.csv')
  const [heading, buyer, ...rest] = readFileSync(await (await saved).path(), 'utf8')
    .replace('\u{feff}', '')
    .split('\r\n')
  expect([heading, rest]).toEqual([expect.stringMatching(/^NAME,TIN,.*ADDRESS,CITY/), ['']])
  expect(buyer).toContain('60312340000')
  await row.getByText('Saved as buyer.csv.').waitFor()

  await row.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await confirm(page)
  await row.waitFor({ state: 'detached' })
  await page.getByText('No remembered buyer matches this search.').waitFor()
})

test('an owner sees the buyers without a search, exports all that are shown, and deletes one after a question', async () => {
  const { gateway } = here.screens
  const api = apiOf(gateway, await gateway.token())
  for (const [n, NAME] of ['Kedai Satu', 'Kedai Dua', 'Kedai Tiga'].entries())
    await api.submit(
      'sale',
      'invoice',
      invoice(`S-${n}`, {
        BUYER: { ...customer, NAME, TIN: 'EI00000000010', ID_TYPE: 'NRIC', ID_NUMBER: `88010114550${n}` },
      }),
    )
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/buyers'")
  await page.getByRole('row', { name: /Kedai Satu/ }).waitFor()
  expect(await violations(page)).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export \d+ as CSV/ }).click()
  await confirm(page)
  expect((await saved).suggestedFilename()).toBe('buyers.csv')
  const file = readFileSync(await (await saved).path(), 'utf8')
  for (const name of ['Kedai Satu', 'Kedai Dua', 'Kedai Tiga']) expect(file).toContain(name)

  await page
    .getByRole('row', { name: /Kedai Satu/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delete Kedai Satu?' })
  await dialog.getByText('Documents already issued stay with their buyer').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await confirm(page)
  await page.getByRole('row', { name: /Kedai Satu/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Kedai Tiga/ }).waitFor()
})
