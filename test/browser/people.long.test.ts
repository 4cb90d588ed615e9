import { expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { atScreens } from './support/at-screens.ts'
import { confirm, people } from './support/screens.ts'

const here = atScreens({ isPageOpen: false })

interface Listed {
  readonly items: readonly { readonly name: string; readonly disabled_at: string | null }[]
}
const isDisabled = async (name: string) => {
  const { body } = await operate<Listed>(here.screens.gateway, 'GET', '/people')
  return body.items.find((person) => person.name === name)?.disabled_at !== null
}

test('a person is deactivated only after the question; going back changes nothing and gives the focus back', async () => {
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  const { name } = people.cashier
  const row = page.getByRole('row', { name: new RegExp(name) })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: `Deactivate ${name}?` })
  await dialog.getByText('They are signed out and cannot sign in').waitFor()
  await dialog.getByRole('button').filter({ hasNotText: 'Deactivate' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Deactivate')
  expect(asked.filter((path) => path.endsWith('/disable'))).toEqual([])
  await expect.poll(() => isDisabled(name)).toBe(false)

  await page.setViewportSize({ width: 1024, height: 420 })
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const scrolled = await page.evaluate('document.querySelector("main nav ~ div:last-child").scrollTop')
  expect(scrolled).not.toBe(0)
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByLabel(`Your PIN, ${people.owner.name}`).waitFor()
  await page.keyboard.type(people.owner.pin)
  // The row says so, and the page stays where it is.
  await row.getByText(`${name} is deactivated.`).waitFor()
  await page.locator('h1:focus').waitFor()
  expect(await page.evaluate('document.querySelector("main nav ~ div:last-child").scrollTop')).toBe(scrolled)
  await expect.poll(() => isDisabled(name)).toBe(true)
  // The PIN is asked for each time: a stolen session could otherwise restore a deactivated owner.
  await row.getByRole('button', { name: 'Activate', exact: true }).click()
  await confirm(page)
  await row.getByText('is deactivated').waitFor({ state: 'detached' })
  await expect.poll(() => isDisabled(name)).toBe(false)
})

test('the code of a person stays in sight while the next one is added', async () => {
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  for (const name of ['Devi', 'Mei Ling']) {
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    // A new person is asked for each time, too.
    await confirm(page)
    await page.getByText(`One-time code for ${name}`).waitFor()
  }
  const codes = await page.getByRole('status').filter({ hasText: 'One-time code for' }).allInnerTexts()
  expect(codes.map((text) => text.split('\n')[0])).toEqual(['One-time code for Mei Ling', 'One-time code for Devi'])
})

test('the only owner cannot be deactivated, and changes the own PIN by the one there is', async () => {
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  const row = page.getByRole('row', { name: new RegExp(people.owner.name) })
  await row.getByText('The only owner').waitFor()
  expect(await row.getByRole('button', { name: 'Deactivate' }).count()).toBe(0)
  expect(await row.getByRole('combobox').isDisabled()).toBe(true)
  await row.getByRole('button', { name: 'New PIN' }).click()
  await page.getByRole('dialog', { name: 'Change my PIN' }).getByLabel('Confirm PIN').waitFor()
})

test('a cashier is added by name and PIN, and comes in with the last digit, without Enter', async () => {
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('Zul')
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Zul')
  const pin = page.getByLabel('PIN', { exact: true })
  // What is wrong with the fields is said before an owner's PIN is asked for, at that field alone.
  await pin.fill('1234')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('This PIN is easy to guess.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await pin.fill('7391')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await expect.poll(() => page.getByText('Not confirmed with the PIN').count()).toBe(1)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await confirm(page)
  await page.getByText('Zul can sign in with this PIN.').waitFor()

  const { page: till } = await here.screens.open()
  await till.getByRole('button', { name: /Zul/ }).click()
  for (const digit of '7319') await till.getByRole('button', { name: digit, exact: true }).click()
  await till.getByText('This PIN is not right. Try again.').waitFor()
  await till.keyboard.type('7391')
  await till.getByRole('navigation').first().waitFor()
  await expect.poll(() => till.getByRole('button', { name: /Zul/ }).count()).toBe(1)
})

test('the code in place of a supervisor’s PIN stands in the row, and is not left before it was kept', async () => {
  const page = await here.atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  const { name } = people.supervisor
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'New PIN' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a one-time code' }).click()
  await confirm(page)
  await page.getByRole('dialog', { name: `New PIN of ${name}` }).waitFor({ state: 'detached' })
  await page.getByText(`One-time code for ${name}`).waitFor()
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without the code?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('searchbox').waitFor()
  expect(await question.count()).toBe(0)
})
