import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operate } from '../support/operator.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { clippedTexts } from './support/clipped.ts'
import { at } from './support/moves.ts'
import { confirm, people } from './support/screens.ts'
import { tooSmallTargets } from './support/touch-targets.ts'

const here = atScreens({ isPageOpen: false })
const { name } = people.supervisor

async function isFit(page: Page, picture: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${picture}.png` })
  expect([picture, await violations(page)]).toEqual([picture, []])
  expect([picture, await tooSmallTargets(page)]).toEqual([picture, []])
  expect([picture, await clippedTexts(page)]).toEqual([picture, []])
}

let sold = 0

const outlets = ['Bangsar', 'Subang Jaya'].map((outlet) => ({ company: 'DEMO', outlet }))

const supervisor = async () => {
  const { body } = await operate<OperatorAnswer<'listPeople'>>(here.screens.gateway, 'GET', '/people')
  return body.items.find((person) => person.name === name)
}

const languages = { en: 'English', ms: 'Bahasa Melayu', zh: '中文' } as const

const speak = async (page: Page, language: keyof typeof languages) => {
  await page.locator('[class*=who]').first().click()
  await page.getByRole('menuitem', { name: languages[language] }).click()
}

beforeEach(async () => {
  sold += 1
  await here.sell(`Kancil ${sold}`, { OUTLET_NAME: 'KLCC' })
  await here.sell(`Belalang ${sold}`, { OUTLET_NAME: 'Bangsar' })
})

const pause = /Pause sending|Jeda penghantaran|暂停发送/

test('an owner limits a supervisor to an outlet that sold something, and to one that opens next week', async () => {
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  const row = page.getByRole('row', { name: new RegExp(name) })
  for (const language of ['zh', 'ms', 'en'] as const) {
    await speak(page, language)
    await isFit(page, `people-${language}`)
    await row.getByRole('button', { name: { en: 'Outlets', ms: 'Cawangan', zh: '门店' }[language] }).click()
    await page.getByRole('dialog').getByRole('combobox').click()
    await page.getByRole('option', { name: 'Bangsar' }).waitFor()
    await isFit(page, `outlets-${language}`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog')
      .getByRole('button')
      .filter({ hasText: /Go back|Kembali|返回/ })
      .last()
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await row.getByRole('button', { name: 'Outlets' }).click()
  const dialog = page.getByRole('dialog', { name: `Outlets of ${name}` })
  const field = dialog.getByRole('combobox', { name: 'Only these outlets' })
  await field.click()
  await page.getByRole('option', { name: 'Bangsar' }).click()
  await field.pressSequentially('246813', { delay: 80 })
  await page.keyboard.press('Enter')
  // Typed slowly, as people type: Enter is ignored right after a question appears.
  await field.pressSequentially('Subang Jaya', { delay: 40 })
  await page.keyboard.press('Enter')
  await dialog.getByText('Subang Jaya', { exact: true }).waitFor()
  await isFit(page, 'outlets-chosen')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  await row.getByText('Only Bangsar · Subang Jaya').waitFor()
  await isFit(page, 'people-limited')
  expect((await supervisor())?.outlets).toEqual(outlets)
})

test('a new person is limited, and the code stays in sight', async () => {
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  await page.getByRole('textbox', { name: 'Name' }).fill('Devi')
  await page.getByRole('combobox', { name: 'Only these outlets' }).click()
  await page.getByRole('option', { name: 'Bangsar' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await confirm(page)
  const row = page.getByRole('row', { name: /Devi/ })
  await row.getByText('Only Bangsar').waitFor()
  await row.getByRole('button', { name: 'Outlets' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Only these outlets' }).click()
  await page.getByRole('option', { name: 'KLCC' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('One-time code for Devi').waitFor()
  await row.getByText('KLCC').waitFor()
  expect(await row.innerText()).toContain('Only Bangsar · KLCC')
  // More than two stay in one line.
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await row.getByRole('button', { name: 'Outlets' }).click()
  await dialog.getByRole('combobox', { name: 'Only these outlets' }).pressSequentially('Subang Jaya', { delay: 40 })
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Only Bangsar · KLCC · and 1 more').waitFor()
})

test.each([
  { width: 1024, height: 768, language: 'en' },
  { width: 1024, height: 768, language: 'zh' },
  { width: 390, height: 844, language: 'ms' },
] as const)('the supervisor meets what is theirs, and no door that is closed ($width, $language)', async (shown) => {
  const { width, height, language } = shown
  await operate(here.screens.gateway, 'POST', `/people/${(await supervisor())?.id}/outlets`, { outlets })
  const page = await here.atWork('supervisor', { viewport: { width, height } })
  await speak(page, language)
  await page.locator('[data-guid]').first().waitFor()
  const told = await page.locator('main').innerText()
  expect([told.includes('Belalang'), told.includes('Kancil')]).toEqual([true, false])
  await isFit(page, `sales-${width}-${language}`)
  await page.locator('[class*=who]').first().click()
  await page.getByText('Bangsar · Subang Jaya').waitFor()
  await isFit(page, `menu-${width}-${language}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('nav a[href*=consolidation]').count()).toBe(0)
  for (const room of ['todo', 'shifts', 'health', ...(width > 390 ? ['reports'] : [])]) {
    await at(`#/${room}`)(page)
    expect(await page.locator('main [role=alert]').allInnerTexts()).toEqual([])
    await expect
      .poll(() =>
        page
          .locator('a[href*=reconciliation]')
          .or(page.getByRole('button', { name: pause }))
          .count(),
      )
      .toBe(0)
    await isFit(page, `${room}-${width}-${language}`)
  }
})
