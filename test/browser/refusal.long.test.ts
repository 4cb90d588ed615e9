import { expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { customer, invoice } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { at } from './support/moves.ts'

const here = atScreens({ isPageOpen: false, mayComplain: true })

/** A TIN that the authority does not know. */
const refused = { BUYER: { ...customer, TIN: 'C99999999990' } }
const countsChimes = `window.chimes = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...at) { window.chimes += 1; return start.apply(this, at) }`

test('a refusal after “Next sale” is told to the cashier who sold it and at the till: notice, badge, bar, sound', async () => {
  const { gateway } = here.screens
  const page = await here.atWork('cashier')
  await page.evaluate(countsChimes)
  const chimes = () => page.evaluate<number>('window.chimes')
  const notice = (text: string) => page.getByRole('alert').filter({ hasText: text })
  const bar = page.getByRole('region', { name: 'State of Resit' })
  await bar.locator('[data-tone=good]').first().waitFor()

  // A sale of another till, sent by this person.
  const hers = apiOf(gateway, await page.evaluate<string>("sessionStorage.getItem('resit.session')"))
  await gateway.gateway.practice?.faults.set({ kind: 'slow_validation', ms: 1_500 })
  const sold = await hers.submit('sale', 'invoice', invoice('R-1', { ...refused, TERMINAL_NAME: 'T9' }))
  await at(`#/sales/${sold.body.SALE_GUID}/done`)(page)
  await page.getByRole('button', { name: 'Next sale' }).click()
  await here.api.until(sold.body, 'Invalid')
  await notice('Your sale R-1 (RM 7.42) was refused.').waitFor()
  const unknownTin = 'TIN: MyInvois does not know it, or it does not match the ID number. Ask the buyer.'
  await notice('R-1').getByText(unknownTin).waitFor()
  await bar.getByRole('link', { name: '1 refused' }).waitFor()
  await expect.poll(() => bar.locator('[data-tone=good]').count()).toBe(0)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: /^Sales.*1 refused/ }).waitFor()
  expect(await chimes()).toBe(1)
  await notice('R-1').getByRole('button', { name: 'Later' }).click()
  await notice('R-1').waitFor({ state: 'detached' })

  // A sale of this till, sent by its program, while the sound is off.
  await page.getByRole('button', { name: 'Siti' }).click()
  await page.getByRole('menuitem', { name: 'Turn off the sounds' }).click()
  const atThisTill = await here.sell('R-2', refused)
  await here.api.until(atThisTill, 'Invalid')
  await notice('Sale R-2 (RM 7.42) of this till was refused.').waitFor()
  expect(await chimes()).toBe(1)
  await page.reload()
  await notice('R-2').getByRole('button', { name: 'Correct it' }).click()
  await page.getByRole('heading', { level: 1, name: /R-2/ }).waitFor()
  await bar.getByRole('link', { name: '2 refused' }).waitFor()
  // The list says why, also on a phone.
  await at('#/sales?days=all&tills=all')(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator(`[data-guid="${atThisTill.SALE_GUID}"] [data-tone=bad]`).getByText(unknownTin).waitFor()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goBack()
  // The screen of the sale shows the refusal itself, so the notice goes.
  await notice('of this till was refused').waitFor({ state: 'detached' })
  // The correction looks for its draft, which does not exist yet: a 404.
  expect(here.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})

/** Only what is good ends on a high tone. */
const countsHighTones = `window.chimes = 0
  const set = AudioParam.prototype.setValueAtTime
  AudioParam.prototype.setValueAtTime = function (hz, ...at) { window.chimes += hz > 660; return set.call(this, hz, ...at) }`

test('a sale that becomes valid while the cashier waits makes a sound, and one that is opened later makes none', async () => {
  const { gateway } = here.screens
  const page = await here.atWork('cashier')
  await page.evaluate(countsHighTones)
  const chimes = () => page.evaluate<number>('window.chimes')
  const hers = apiOf(gateway, await page.evaluate<string>("sessionStorage.getItem('resit.session')"))
  await gateway.gateway.practice?.faults.set({ kind: 'slow_validation', ms: 1_500 })
  const { body } = await hers.submit('sale', 'invoice', invoice('R-3'))
  await at(`#/sales/${body.SALE_GUID}/done`)(page)
  await page.getByText('Valid', { exact: true }).waitFor()
  await expect.poll(chimes).toBe(1)
  await page.getByRole('button', { name: 'Next sale' }).click()
  await at(`#/sales/${body.SALE_GUID}/done`)(page)
  await page.getByText('Valid', { exact: true }).waitFor()
  expect(await chimes()).toBe(1)
})
