import { afterAll, beforeAll, expect, test } from 'vitest'
import { clippedTexts } from './support/clipped.ts'
import { confirm, openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens.close())

test('a second company is added field by field, and what is refused is said at its field', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/companies'")
  await page.getByRole('button', { name: 'Add a company' }).click()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const choose = async (name: string, typed: string) => {
    await page.getByRole('combobox', { name }).fill(typed)
    await page.getByRole('option', { name: new RegExp(typed) }).click()
  }
  await field('Name').fill('Kedai Runcit Contoh Sdn. Bhd.')
  // What was typed is not lost without a question; and another page begins at its top.
  const scrolled = 'document.querySelector("main nav ~ div:last-child").scrollTop'
  await field('Postcode').scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate<number>(scrolled)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'About' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  expect(await field('Name').inputValue()).toBe('Kedai Runcit Contoh Sdn. Bhd.')
  await page.getByRole('link', { name: 'About' }).click()
  await question.getByRole('button', { name: 'Leave anyway' }).click()
  await page.getByRole('cell', { name: 'Practice, on this computer', exact: true }).waitFor()
  expect(await page.evaluate<number>(scrolled)).toBe(0)
  await page.getByRole('link', { name: 'Companies' }).click()
  await page.getByRole('button', { name: 'Add a company' }).click()
  await field('Name').fill('Kedai Runcit Contoh Sdn. Bhd.')
  await field('Short name').fill('RUNCIT')
  await field('TIN').fill('123')
  await page.getByText('One or two letters, then digits').waitFor()
  await field('Registration number').fill('2019 01234568')
  await choose('Business (MSIC)', '47111')
  await field('What the business does').fill('Provision stores')
  await field('Telephone').fill('03-8765 4321')
  await field('Street and building').fill('12 Jalan Rumah')
  await field('Town').fill('Shah Alam')
  await field('Postcode').fill('3000')
  await choose('State', 'Selangor')
  const save = page.getByRole('button', { name: 'Save the company' })
  await save.click()
  await expect.poll(() => field('TIN').getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('alert').getByText('Not saved. Correct the fields in red').waitFor()
  await field('TIN').fill('c 2083 0570211')
  await expect.poll(() => field('Postcode').getAttribute('aria-invalid')).toBe('true')
  await field('Postcode').fill('40 000')
  // What was corrected is red no longer.
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0)
  expect(await clippedTexts(page)).toEqual([])
  await save.click()
  await confirm(page)
  await page.getByText('Kedai Runcit Contoh Sdn. Bhd. is saved.').waitFor()
  await page.getByRole('rowheader', { name: 'RUNCIT' }).waitFor()
  const kept = (await screens.gateway.gateway.store.companies.list()).find(
    ({ profile }) => profile.companyCode === 'RUNCIT',
  )
  // Spaces do not count, and the address is Malaysian.
  expect(kept?.profile).toMatchObject({
    tin: 'C20830570211',
    idNumber: '201901234568',
    address: { postcode: '40000' },
  })
  await context.close()
})

test('a shop’s own company goes before that of practice, and the one that was picked stays picked', async () => {
  const { page, context } = await screens.open({ isUnbound: true })
  await signIn(page, 'owner')
  const field = page.getByRole('combobox', { name: 'Company' })
  for (const screen of ['today', 'till']) {
    await page.evaluate(`window.location.hash = '#/${screen}'`)
    await expect.poll(() => field.inputValue()).toMatch(/^RUNCIT/)
  }
  await page.evaluate("window.location.hash = '#/today'")
  await field.click()
  await page.getByRole('option', { name: 'DEMO' }).click()
  await page.getByRole('link', { name: 'Consolidate' }).click()
  await page.getByRole('heading', { level: 1, name: 'Consolidat' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('DEMO')
  await context.close()
})

test('a company that moved is changed, and what its form does not show stays as it was', async () => {
  const { companies } = screens.gateway.gateway.store
  const kept = async () => (await companies.list()).find(({ profile }) => profile.companyCode === 'DEMO')
  const before = await kept()
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/companies'")
  await page.getByRole('row', { name: 'DEMO' }).getByRole('button', { name: 'Change' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Change DEMO' })
  // The focus is where the form begins.
  await heading.and(page.locator(':focus')).waitFor()
  const part = page.locator('main').filter({ has: heading })
  // Its entry in the settings leads back to the list, and so does Back.
  await part.waitFor()
  await page.getByRole('link', { name: 'Companies', exact: true }).click()
  await page.getByRole('row', { name: 'DEMO' }).waitFor()
  await page.goBack()
  await part.waitFor()
  const field = (name: string) => part.getByRole('textbox', { name, exact: true })
  await expect.poll(() => field('TIN').inputValue()).toBe(before?.profile.tin)
  await field('Street and building').fill('7 Jalan Baru')
  await field('Address, second line').fill('Taman Contoh')
  await part.getByRole('checkbox', { name: 'Round cash to 5 sen' }).uncheck()
  expect(await clippedTexts(page)).toEqual([])
  await part.getByRole('button', { name: 'Save the company' }).click()
  await confirm(page)
  await part.getByText('Saved', { exact: true }).waitFor()
  const { profile, rules } = before ?? { profile: null, rules: null }
  expect(await kept()).toMatchObject({
    profile: { ...profile, address: { ...profile?.address, lines: ['7 Jalan Baru', 'Taman Contoh'] } },
    // The form shows no limit as 0, which means the same.
    rules: { ...rules, roundsCash: false, refundLimits: { ofKept: '0', ofOthers: '0' } },
  })
  await part.getByRole('button', { name: 'Go back' }).click()
  await expect.poll(() => part.count()).toBe(0)
  await context.close()
})
