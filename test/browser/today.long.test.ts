import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar.ts'
import { operate } from '../support/operator.ts'
import { customer, invoice } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { people, signIn } from './support/screens.ts'

const here = atScreens({ isPageOpen: false })

/** Runs in the page: how far the last column of each table ends before its part does, in pixels. */
const gapsAtTheRight = `[...document.querySelectorAll('main section table')].map((table) => {
  const part = table.parentElement
  const inner = part.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(part).paddingRight)
  return Math.round(Math.abs(inner - 1 - table.querySelector('tr').lastElementChild.getBoundingClientRect().right))
})`

test('an owner first sees, also on a phone, what was sold, what is not declared yet and what needs a person', async () => {
  const { body: first } = await here.api.submit('sale', 'invoice', invoice('T-1'))
  await here.api.until(first, 'Valid')
  await operate(here.screens.gateway, 'POST', '/sending/pause', {})
  const { body: second } = await here.api.submit('sale', 'invoice', invoice('T-2'))

  const { page, complaints } = await here.screens.open({ viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: new RegExp(people.owner.name) }).click()
  await page.keyboard.type(people.owner.pin)
  await page.getByRole('heading', { level: 1, name: / · / }).waitFor()
  const sum = (Number(first.TOTAL_PAYABLE) + Number(second.TOTAL_PAYABLE)).toFixed(2)
  await page.getByRole('region', { name: 'Takings' }).getByText(sum).first().waitFor()
  const declaration = page.getByRole('region', { name: 'Declaration to MyInvois' })
  await expect
    .poll(() => declaration.getByRole('row').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Valid\s+Declared\s+1\s/),
      expect.stringMatching(/^Not sent yet\s+Waiting, sent automatically\s+1\s/),
      expect.stringContaining(sum),
    ])
  // There is no self-billed e-invoice, so the lists show the same documents.
  expect(await declaration.getByText('also show self-billed e-invoices').count()).toBe(0)
  await page.getByRole('region', { name: 'To do' }).getByText('paused').waitFor()
  await page.getByRole('region', { name: 'Backup' }).getByText('Last full backup').waitFor()
  // The next sale shows at once, like in the list, and not with the next look of the clock.
  const { body: third } = await here.api.submit('sale', 'invoice', invoice('T-2b'))
  await page
    .getByRole('region', { name: 'Takings' })
    .getByText((Number(sum) + Number(third.TOTAL_PAYABLE)).toFixed(2))
    .first()
    .waitFor()
  await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: third.SALE_GUID })
  await page.getByRole('row', { name: /^Voided Not counted/ }).waitFor()
  await page.getByRole('row', { name: `KLCC 2 RM ${sum}` }).waitFor()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  // On the phone, too, a table is as wide as its part, and the sums stand at the right edge.
  expect(await page.evaluate(gapsAtTheRight)).toEqual([0, 0, 0])
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
})

const zone = 'Asia/Kuala_Lumpur'
const minuteMs = 60_000

test('a shop that closes after midnight sees its evening: on Today until five in the morning, and among the sales', async () => {
  const sold = await here.sell('T-3', { TERMINAL_NAME: 'T3' })
  const midnight = startOfDay(addDays(dayOf(Date.parse(sold.ISSUED_AT), zone), 1), zone)
  const { page, context } = await here.screens.open()
  await page.clock.install({ time: midnight + 30 * minuteMs })
  await page.reload()
  await signIn(page, 'owner')
  // Nothing was sold since midnight: the list says where the evening is.
  await page.getByText('No sales yet today').waitFor()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await page.getByRole('link', { name: /T-3/ }).waitFor()

  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect.poll(() => title.textContent()).toMatch(/^Yesterday · /)
  await page.getByRole('row', { name: /^KLCC / }).waitFor()
  await page.getByRole('button', { name: 'The day after' }).click()
  await expect.poll(() => title.textContent()).toMatch(/^Today · /)
  await page.getByText('Nothing was sold on this day.').waitFor()
  await page.getByText('There is nothing to declare from this day.').waitFor()
  await page.getByRole('region', { name: 'To do' }).waitFor()
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect.poll(() => title.textContent()).toMatch(/^Yesterday · /)
  // What is to do, and the backup, are of now.
  await expect.poll(() => page.getByRole('region', { name: 'To do' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('region', { name: 'Backup' }).count()).toBe(0)

  await page.clock.setSystemTime(midnight + 301 * minuteMs)
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect.poll(() => title.textContent()).toMatch(/^Today · /)
  await context.close()
})

test('each part of the takings says what became of it, and they add up: one that was refused and closed does not count', async () => {
  const { api, screens } = here
  await operate(screens.gateway, 'POST', '/sending/resume', {})
  const refused = await api.until(await here.sell('T-4', { BUYER: { ...customer, TIN: 'C99999999990' } }), 'Invalid')
  const other = await api.until(await here.sell('T-5', { BUYER: { ...customer, TIN: 'C99999999990' } }), 'Invalid')
  await operate(screens.gateway, 'POST', '/sending/pause', {})
  const { body: voided } = await api.submit('sale', 'invoice', invoice('T-6'))
  await operate(screens.gateway, 'POST', `/records/${refused.SALE_GUID}/closure`, {})
  expect(await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: voided.SALE_GUID })).toMatchObject({
    status: 200,
  })
  const { page } = await screens.open()
  await page.getByRole('button', { name: new RegExp(people.owner.name) }).click()
  await page.keyboard.type(people.owner.pin)
  const declaration = page.getByRole('region', { name: 'Declaration to MyInvois' })
  const closed = declaration.getByRole('row', { name: /^Refused, closed/ })
  await closed.getByText('Not counted').waitFor()
  await expect.poll(() => closed.textContent()).toContain(refused.TOTAL_PAYABLE)
  await expect
    .poll(() => declaration.getByRole('row', { name: /^Refused Not/ }).textContent())
    .toContain(other.TOTAL_PAYABLE)
  await declaration.getByRole('row', { name: /^Voided Not counted/ }).waitFor()
  const rows = await declaration.getByRole('row').allInnerTexts()
  const total = rows.findIndex((row) => row.startsWith('Takings'))
  expect(rows.findIndex((row) => row.startsWith('Refused, closed'))).toBeGreaterThan(total)
  const sums = rows.map((row) => Number(/([\d.]+)$/.exec(row)?.[1]))
  expect(sums.slice(0, total).reduce((sum, part) => sum + part, 0)).toBeCloseTo(sums[total] ?? 0, 2)
  // What needs a person is named with its reason, and leads to it; what was closed is not.
  const todo = page.getByRole('region', { name: 'To do' })
  await todo.getByText('TIN').waitFor()
  expect(await todo.getByRole('link', { name: /^T-\d/ }).allInnerTexts()).toEqual([`T-5 · ${String(customer['NAME'])}`])
  // An outlet leads to its sales, and a part to its documents.
  const outlet = page.getByRole('region', { name: 'Takings' }).getByRole('link', { name: 'KLCC' })
  expect(await outlet.getAttribute('href')).toContain('outlet=KLCC')
  await closed.getByRole('link').click()
  await page.getByRole('link', { name: /T-4/ }).waitFor()
})
