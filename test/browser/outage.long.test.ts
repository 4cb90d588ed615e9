import { afterEach, describe, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { customer } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { clippedTexts } from './support/clipped.ts'
import { keysOf } from './support/keyboard.ts'
import { at } from './support/moves.ts'
import { people, signIn } from './support/screens.ts'
import { tooSmallTargets } from './support/touch-targets.ts'

const here = atScreens({ mayComplain: true })
afterEach(() => operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'none' }))

const bar = () => here.page.getByRole('region', { name: 'State of Resit' })
const { sell } = here

async function watched(prefix: string): Promise<void> {
  const { page } = here
  await here.api.until(await sell(`${prefix}-1`), 'Valid')
  await page.getByText('Nothing left to send').waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()

  await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
  const kept = await sell(`${prefix}-2`)
  const row = page.locator(`[data-guid="${kept.SALE_GUID}"]`)
  await row.getByText('Not sent yet', { exact: true }).waitFor()
  // The status bar turns amber at the first failed send: it says since when, and what a cashier can still do.
  await bar()
    .locator('[data-tone=warning]')
    .getByText(/^MyInvois away since \d.*1 document kept, sent later$/)
    .waitFor()
  await expect.poll(() => bar().getByText('Connected', { exact: true }).count()).toBe(0)
  // The owner's checks must not say “reachable”, although the last sign-in was not refused.
  const { body } = await operate<{ readonly checks: readonly { readonly name: string; readonly verdict: string }[] }>(
    here.screens.gateway,
    'GET',
    '/doctor',
  )
  expect(body.checks).toContainEqual(expect.objectContaining({ name: 'authority DEMO', verdict: 'warning' }))
  // What waits has a mark of its own there, not the green one.
  expect(body.checks.map(({ name }) => name)).toContain('waiting')

  await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
  await row.getByText('Valid', { exact: true }).waitFor()
  await bar().getByText('Nothing left to send').waitFor()
  await bar().getByText('Connected', { exact: true }).waitFor()
}

describe('an outage and the recovery, watched live', () => {
  test('the status bar never lies, and the sale that waited becomes valid before the cashier’s eyes', async () => {
    await signIn(here.page, 'cashier')
    await watched('O')
    expect(here.complaints).toEqual([])
  })

  test('by keyboard alone, at Health and back', async () => {
    const { page } = here
    const keys = keysOf(page)
    await page.getByRole('button', { name: /Siti/ }).waitFor()
    await keys.tabTo('Siti')
    await keys.press('Enter')
    await page.getByRole('heading', { name: /Siti/ }).waitFor()
    await keys.type(people.cashier.pin)
    await keys.press('Enter')
    await page.getByRole('navigation').first().waitFor()
    await keys.tabTo('Health')
    await keys.press('Enter')
    // Until Health is drawn, F4 is still a key of the sales screen, where it selects the search.
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    await keys.press('F4')
    await expect.poll(() => page.url()).toContain('#/sales')
    await watched('P')
  })

  test('Health says the same as the bar from the first send on that does not get through', async () => {
    const { page } = here
    await signIn(page, 'supervisor')
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
    await sell('H-1')
    await bar()
      .getByText(/^MyInvois away since/)
      .waitFor()
    await page.getByRole('link', { name: 'Health', exact: true }).click()
    const state = page.getByRole('region', { name: 'MyInvois (LHDN)' })
    await state
      .locator('[data-tone=warning]')
      .getByText(/^Not reached since/)
      .waitFor()
    await expect.poll(() => state.getByText('Connected.').count()).toBe(0)
    // When the next try comes, and a button that does not wait for it, both here and in the bar.
    await bar()
      .getByText(/^Next try \d/)
      .waitFor()
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
    // If the next try comes before the click, the button is gone, because it is not needed any more.
    await Promise.any([state.getByRole('button', { name: 'Try now' }).click(), state.getByText('Connected.').waitFor()])
    await state.getByText('Connected.').waitFor()
    await expect.poll(() => bar().getByRole('button', { name: 'Try now' }).count()).toBe(0)
  })

  test('Health and its checks say the same while nothing waits, and by themselves that MyInvois answers again', async () => {
    const { page } = here
    await here.api.until(await sell('Q-1'), 'Valid')
    await signIn(page, 'owner')
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
    await page.getByRole('link', { name: 'Health', exact: true }).click()
    const state = page.getByRole('region', { name: 'MyInvois (LHDN)' })
    const check = page.getByRole('region', { name: 'Checks' }).locator('[data-check^=authority]')
    await check.getByText('does not answer').waitFor()
    await expect.poll(() => state.getByText(/^Not reached since/).count()).toBe(1)
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
    await check.getByText('MyInvois answers for').waitFor()
    await expect.poll(() => state.getByText('Connected.').count()).toBe(1)
  })

  test('an answer that is lost is no connection either, and the bar keeps to one line in every language', async () => {
    const { page } = here
    await signIn(page, 'supervisor')
    await here.api.until(await sell('L-1'), 'Valid')
    await sell('L-2', { BUYER: null, CONSOLIDATE: true })
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'dropped' })
    await sell('L-3')
    await bar()
      .locator('[data-tone=warning]')
      .getByText(/^MyInvois away since/)
      .waitFor()
    await bar().getByText('1 in doubt').waitFor()
    await expect.poll(() => bar().getByText('Connected', { exact: true }).count()).toBe(0)
    for (const language of ['Bahasa Melayu', '中文', 'English']) {
      await page.getByRole('button', { name: people.supervisor.name }).click()
      await page.getByRole('menuitem', { name: language }).click()
      await page.getByRole('menu').waitFor({ state: 'detached' })
      const { height } = (await page.locator('header > section').boundingBox()) ?? { height: 0 }
      expect(height, language).toBeLessThanOrEqual(46)
    }
  })

  test('a try that a person asked for is answered, and after a void of what waited nothing is amber any more', async () => {
    const { page } = here
    await signIn(page, 'supervisor')
    await here.api.until(await sell('N-1'), 'Valid')
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
    const kept = await sell('N-2')
    await bar().getByRole('button', { name: 'Try now' }).click()
    await bar()
      .getByText(/^Tried [\d:]+: still no answer$/)
      .waitFor()
    expect((await bar().boundingBox())?.height).toBeLessThanOrEqual(46)
    await page.getByRole('button', { name: people.supervisor.name }).click()
    await page.getByRole('menuitem', { name: 'Bahasa Melayu' }).click()
    await page.getByText(/^Dicuba/).waitFor()
    expect((await page.locator('header > section').boundingBox())?.height).toBeLessThanOrEqual(46)
    await page.getByRole('button', { name: people.supervisor.name }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    // Tries that did not get through are one line of the history.
    await at(`#/sales/${kept.SALE_GUID}`)(page)
    const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
    await history.filter({ hasText: /^Could not be sent · \d tries, the last/ }).waitFor()
    await expect.poll(() => history.filter({ hasText: 'Could not be sent' }).count()).toBe(1)
    await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: kept.SALE_GUID })
    await bar()
      .getByText(/^MyInvois did not answer at \d/)
      .waitFor()
    await bar().getByText('Nothing left to send').waitFor()
    await expect.poll(() => bar().locator('[data-tone=warning], [data-tone=bad]').count()).toBe(0)
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'none' })
    await bar().locator('[data-tone=good]').getByText('Connected', { exact: true }).waitFor()
  })

  test('a cancellation asked for meanwhile says what to tell the customer', async () => {
    const { page } = here
    await signIn(page, 'supervisor')
    const valid = await here.api.until(await sell('K-1'), 'Valid')
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
    await at(`#/sales/${valid.SALE_GUID}`)(page)
    await page.getByRole('button', { name: 'Cancel at MyInvois' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Goods returned' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel at MyInvois' }).click()
    await page.getByText(/^Tell the customer: the cancellation is asked for/).waitFor()
    expect((await here.api.status('sale', 'invoice', valid.SALE_GUID)).body.STATUS).toBe('Valid')
  })

  test('and a refusal: each moves no line below the bar, both are read and used at once, and a phone says that sales are kept', async () => {
    const { page } = here
    await signIn(page, 'cashier')
    await page.getByText('Connected', { exact: true }).waitFor()
    const top = async () => (await page.locator('main').boundingBox())?.y
    const before = await top()
    await here.api.until(await sell('J-1', { BUYER: { ...customer, TIN: 'C99999999990' } }), 'Invalid')
    await page.getByRole('alert').getByText('Sale J-1 (RM 7.42) of this till was refused.').waitFor()
    expect(await top()).toBe(before)
    await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
    await sell('J-2')
    await bar()
      .getByText(/^MyInvois away since/)
      .waitFor()
    // Together they take two lines: what to do in the outage is not hidden by the refusal.
    await bar().getByText('1 document kept, sent later').waitFor()
    await bar().getByRole('button', { name: 'Try now' }).click({ trial: true })
    await page.getByRole('button', { name: 'Correct it' }).click({ trial: true })
    await expect.poll(() => clippedTexts(page)).toEqual([])
    // On a phone they are one bar: the refusal, with the picture of the outage.
    await page.setViewportSize({ width: 390, height: 844 })
    expect((await page.locator('header').boundingBox())?.height).toBeLessThanOrEqual(97)
    await bar()
      .getByRole('link', { name: /^MyInvois away/ })
      .click({ trial: true })
    await page.getByRole('button', { name: 'Correct it' }).click({ trial: true })
    await expect.poll(() => clippedTexts(page)).toEqual([])
    expect(await tooSmallTargets(page)).toEqual([])
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.getByRole('button', { name: 'Later' }).click()
    await bar()
      .getByText(/^Next try/)
      .waitFor()
    expect(await top()).toBe(before)
    await page.setViewportSize({ width: 390, height: 844 })
    await bar().getByText('1 document kept, sent later').waitFor()
    await expect.poll(() => clippedTexts(page)).toEqual([])
    // The list of a phone has the buyer too.
    await page.locator('[data-guid]', { hasText: 'J-2' }).getByText(String(customer['NAME'])).waitFor()
  })

  test('a gateway that went away is said within seconds, and found again without a new page', async () => {
    const { page } = here
    await signIn(page, 'cashier')
    await page.getByText('Connected', { exact: true }).waitFor()
    await here.context.setOffline(true)
    await page.route('**/operator/v1/**', (route) => route.abort())
    await bar()
      .getByText(/^No news since \d/)
      .waitFor()
    await page.unroute('**/operator/v1/**')
    await here.context.setOffline(false)
    await bar().getByText('Connected', { exact: true }).waitFor()
    expect(
      await bar()
        .getByText(/^No news/)
        .count(),
    ).toBe(0)
  })

  test('the door says that the gateway does not answer, and opens by itself once it does', async () => {
    const { page } = here
    await page.route('**/operator/v1/**', (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByText('Resit does not answer.').waitFor()
    await page.unroute('**/operator/v1/**')
    await page.getByRole('button', { name: /Siti/ }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  test('the door says the same of a gateway that hangs, and opens once it answers', async () => {
    const { page } = here
    // No request gets an answer, as if a proxy lost it.
    await page.route('**/operator/v1/**', () => undefined)
    await page.reload()
    // The page itself waits for the end of the read, which comes later than a locator may wait.
    await page.evaluate(
      `new Promise((said) => {
        const look = () => (document.querySelector('[role=alert]') ? said() : requestAnimationFrame(look))
        look()
      })`,
    )
    await page.getByRole('alert').getByText('Resit does not answer.').waitFor()
    await page.unroute('**/operator/v1/**')
    await page.getByRole('button', { name: /Siti/ }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })
})
