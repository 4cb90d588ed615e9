import type { Page } from 'playwright'
import { at, beginNew, openSale, settled } from './moves.ts'
import type { Who } from './screens.ts'

/** A screen, and how a test gets there from the first one. */
export interface Stop {
  readonly name: string
  readonly who: Who
  reach(page: Page): Promise<void>
}

const settingsRoom = (room: string): Stop => ({
  name: room.replace('/', '-'),
  who: 'owner',
  reach: at(`#/settings/${room}`),
})

/** After every sale, in any time zone. */
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const todoOf = (terminal: string, shift: string) =>
  `#/todo?company=DEMO&outlet=KLCC&terminal=${terminal}&shift=${shift}&show=open_ones`

/** All screens. */
export const stops: readonly Stop[] = [
  { name: 'sales', who: 'cashier', reach: at('#/sales') },
  { name: 'today', who: 'owner', reach: at('#/today') },
  { name: 'record', who: 'cashier', reach: (page) => openSale(page, '0014') },
  {
    name: 'cancel-with-approval',
    who: 'cashier',
    async reach(page) {
      await openSale(page, '0003')
      await page.locator('[data-command=cancel]:enabled').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'refused', who: 'cashier', reach: (page) => openSale(page, '0002') },
  {
    name: 'correction',
    who: 'cashier',
    async reach(page) {
      await openSale(page, '0002')
      await page.locator('[data-command=correct]').click()
      await page.getByRole('heading', { level: 1, name: /0002/ }).waitFor()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'note',
    who: 'cashier',
    async reach(page) {
      await openSale(page, '0003')
      await page.locator('[data-command=note]:enabled').click()
      await page.locator('[data-command=send]').waitFor()
    },
  },
  {
    name: 'nothing-found',
    who: 'cashier',
    async reach(page) {
      await page.getByRole('searchbox').fill('nobody sold this')
      await page.locator('[data-guid]').first().waitFor({ state: 'detached' })
      await settled(page)
    },
  },
  { name: 'new-document', who: 'cashier', reach: beginNew },
  {
    name: 'faulty-form',
    who: 'cashier',
    async reach(page) {
      await beginNew(page)
      await page.locator('[data-command=send]').first().click()
      await page.locator('[aria-invalid=true]:focus').waitFor()
    },
  },
  {
    name: 'filters',
    who: 'cashier',
    async reach(page) {
      await at('#/sales?days=today')(page)
      await page.locator('main [aria-haspopup=listbox]').last().click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'person-menu',
    who: 'cashier',
    async reach(page) {
      await page.getByRole('button', { name: 'Siti' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'done',
    who: 'cashier',
    async reach(page) {
      await openSale(page, '0014')
      await page.evaluate('window.location.hash = `${window.location.hash}/done`')
      await page.getByRole('img').first().waitFor()
    },
  },
  { name: 'till', who: 'supervisor', reach: at('#/till') },
  {
    name: 'change-pin',
    who: 'cashier',
    async reach(page) {
      await page.getByRole('button', { name: 'Siti' }).click()
      await page.locator('[role=menuitem][data-menu=change-pin]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'attempt',
    who: 'owner',
    async reach(page) {
      await openSale(page, '0003')
      await page.getByRole('link', { name: /provider|pembekal|供应商/ }).click()
      await page.locator('main summary').first().click()
      await page.locator('main pre').nth(1).waitFor()
    },
  },
  {
    name: 'buyer-asks-later',
    who: 'cashier',
    async reach(page) {
      await openSale(page, '0005')
      await page.locator('[data-command=buyer]').click()
      await page.locator('[data-command=send]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'part-of-consolidated', who: 'cashier', reach: (page) => openSale(page, '0990') },
  {
    name: 'consolidation',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('input[type=date]').fill(tomorrow())
      await page.locator('main form [type=submit]').click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'consolidation-question',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('input[type=date]').fill(tomorrow())
      await page.locator('main form [type=submit]').click()
      await page.locator('main form [type=submit] + [type=button]:enabled').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'consolidation-nothing',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('main form [type=submit]').click()
      await page.getByRole('status').nth(1).waitFor()
    },
  },
  {
    name: 'consolidation-run',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('[data-run]').first().click()
      await page.locator('main [data-guid]').first().waitFor()
    },
  },
  {
    name: 'consolidated-document',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('[data-run]').first().click()
      await page.locator('main [data-guid]').first().click()
      await page.getByRole('heading', { level: 1, name: /C\d{6}-001/ }).waitFor()
    },
  },
  { name: 'to-do', who: 'supervisor', reach: at('#/todo') },
  { name: 'to-do-of-shift', who: 'supervisor', reach: at(todoOf('T1', 'S1')) },
  { name: 'to-do-done', who: 'supervisor', reach: at(todoOf('T2', 'S0')) },
  {
    name: 'one-by-one',
    who: 'supervisor',
    async reach(page) {
      await at('#/todo')(page)
      await page.locator('[data-row] a').first().click()
      await page.locator('main [data-primary]').waitFor()
    },
  },
  { name: 'health', who: 'supervisor', reach: at('#/health') },
  { name: 'shifts', who: 'supervisor', reach: at('#/shifts') },
  {
    name: 'close-shift',
    who: 'supervisor',
    async reach(page) {
      await at('#/shifts')(page)
      await page.locator('main [data-close-shift]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'void-or-cancel-many',
    who: 'supervisor',
    async reach(page) {
      await at('#/todo?show=everything')(page)
      await page.locator('[role=row][data-guid]').nth(3).waitFor()
      await page.locator('[role=columnheader] input').click()
      await page.keyboard.press('F7')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'reports', who: 'supervisor', reach: at('#/reports') },
  { name: 'reconciliation', who: 'supervisor', reach: at('#/reconciliation') },
  ...['first-steps', 'go-live', 'people', 'companies'].map(settingsRoom),
  {
    name: 'disable-person',
    who: 'owner',
    async reach(page) {
      await at('#/settings/people')(page)
      await page.locator('main tbody tr').last().getByRole('button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'consolidation-settings',
    who: 'owner',
    async reach(page) {
      await at('#/settings/companies')(page)
      await page.locator('td button').nth(1).click()
      await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    },
  },
  ...['buyers', 'tokens', 'mail'].map(settingsRoom),
  {
    name: 'checks',
    who: 'owner',
    async reach(page) {
      await at('#/health')(page)
      await page.locator('main [data-check]').first().waitFor()
    },
  },
  ...['backup', 'practice', 'about', 'provider', 'provider/keys', 'provider/webhooks', 'provider/codes'].map(
    settingsRoom,
  ),
]
