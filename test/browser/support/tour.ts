import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { operate } from '../../support/operator.ts'
import { aParty, aSale } from '../../support/sales.ts'
import { queueSeen } from './queue-seen.ts'
import type { Screens, Who } from './screens.ts'

/** A screen somebody can be at, and how to get there from the first one. */
export interface Stop {
  readonly name: string
  readonly who: Who
  reach(page: Page): Promise<void>
}

const settled = (page: Page) => page.locator('main').getByRole('heading').first().waitFor()

const at =
  (hash: string) =>
  async (page: Page): Promise<void> => {
    await page.evaluate((target) => {
      window.location.hash = target
    }, hash)
    await settled(page)
  }

const settingsRoom = (name: string): Stop => ({ name, who: 'owner', reach: at(`#/settings/${name}`) })

/** One sale of the list, by its code. */
export async function openSale(page: Page, saleCode: string): Promise<void> {
  await page.getByRole('searchbox').fill(saleCode)
  await onlyOne(page)
  await page.locator('[data-guid]', { hasText: saleCode }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(saleCode) }).waitFor()
}

/** A click must not meet a list that is about to change. */
export const onlyOne = (page: Page): Promise<void> => page.locator('[aria-setsize="1"] [data-guid]').waitFor()

/** After every sale there is, in any time zone. */
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const shiftEndOf = (terminal: string, shift: string) =>
  `#/shift-end?company=DEMO&outlet=KLCC&terminal=${terminal}&shift=${shift}&picked=true`

/** Every screen there is. */
export const stops: readonly Stop[] = [
  { name: 'sales', who: 'cashier', reach: at('#/sales') },
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
  {
    name: 'new-document',
    who: 'cashier',
    async reach(page) {
      await page.keyboard.press('F3')
      // Where something was begun earlier, that is offered first.
      await page.locator('[data-begin], [data-command=send]').first().waitFor()
      if ((await page.locator('[data-begin]').count()) > 0) await page.locator('[data-begin]').click()
      await page.locator('[data-command=send]').waitFor()
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
  {
    name: 'till',
    who: 'supervisor',
    reach: at('#/till'),
  },
  {
    name: 'commands',
    who: 'cashier',
    async reach(page) {
      await page.keyboard.press('F1')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'buyer-asks-later',
    who: 'cashier',
    async reach(page) {
      await openSale(page, '0005')
      await page.locator('[data-command=convert]').click()
      await page.locator('[data-command=send]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'buyer-too-late',
    who: 'cashier',
    async reach(page) {
      await openSale(page, '0990')
      await page.locator('[data-command=convert]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'part-of-consolidated',
    who: 'cashier',
    reach: (page) => openSale(page, '0990'),
  },
  {
    name: 'consolidation',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('input[type=date]').fill(tomorrow())
      await page.locator('[data-command=look]').click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'consolidation-question',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('input[type=date]').fill(tomorrow())
      await page.locator('[data-command=look]').click()
      await page.locator('[data-command=make]:enabled').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'consolidation-nothing',
    who: 'supervisor',
    async reach(page) {
      await at('#/consolidation')(page)
      await page.locator('[data-command=look]').click()
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
  { name: 'shift-end', who: 'supervisor', reach: at(shiftEndOf('T1', 'S1')) },
  { name: 'shift-end-done', who: 'supervisor', reach: at(shiftEndOf('T2', 'S0')) },
  { name: 'queue', who: 'supervisor', reach: at('#/queue') },
  { name: 'shifts', who: 'supervisor', reach: at('#/shifts') },
  { name: 'figures', who: 'supervisor', reach: at('#/figures') },
  { name: 'reconciliation', who: 'supervisor', reach: at('#/reconciliation') },
  ...['first-steps', 'people', 'companies'].map(settingsRoom),
  {
    name: 'consolidation-settings',
    who: 'owner',
    async reach(page) {
      await at('#/settings/companies')(page)
      await page.locator('td button').first().click()
      await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    },
  },
  ...['tokens', 'webhooks'].map(settingsRoom),
  {
    name: 'health',
    who: 'owner',
    async reach(page) {
      await at('#/settings/health')(page)
      await page.locator('main table').waitFor()
    },
  },
  ...['journal', 'codes', 'backup', 'practice', 'about'].map(settingsRoom),
]

/** A morning's sales, so that the screens have something to show. */
export async function sellSome({ gateway }: Screens, count: number): Promise<void> {
  const client = await gateway.client()
  await consolidateShift(gateway)
  for (let number = 1; number <= count; number += 1) {
    const body = {
      ...aSale({
        SALE_CODE: String(number).padStart(4, '0'),
        ISSUED_AT: new Date(Date.now() - 60_000).toISOString(),
        LINES: [line(number)],
      }),
      // Nobody named; and one TIN that the authority does not know.
      ...(number % 5 === 0 && { BUYER: null, CONSOLIDATE: true }),
      ...(number % 7 === 2 && { BUYER: aParty({ TIN: 'C10000000001' }) }),
    }
    await client('invoice.sale.submit', { body: body as never })
  }
  await settledQueue(gateway)
  const till = { COMPANY_CODE: 'DEMO', OUTLET_NAME: 'KLCC', TERMINAL_NAME: 'T1' }
  await operate(gateway, 'POST', '/tills/shifts', { ...till, SHIFT_CODE: 'S1' })
  await compare(gateway)
}

/** With the authority, today as it is in the shop. */
async function compare(gateway: Screens['gateway']): Promise<void> {
  const today = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
  const ask = { COMPANY_CODE: 'DEMO', from: today, to: today }
  const { body: run } = await operate<{ readonly id: string }>(gateway, 'POST', '/reconciliations', ask)
  for (let isGoingOn = true; isGoingOn; await pause(50)) {
    const { body } = await operate<{ readonly state: string }>(gateway, 'GET', `/reconciliations/${run.id}`)
    isGoingOn = body.state === 'running'
  }
}

/** A shift that was consolidated already; one receipt is missing in its numbers. */
async function consolidateShift(gateway: Screens['gateway']): Promise<void> {
  const [shift, terminal] = ['S0', 'T2']
  const client = await gateway.client()
  for (let number = 980; number <= 990; number += 1) {
    if (number === 985) continue
    const receipt = {
      ...aSale({
        SHIFT_CODE: shift,
        TERMINAL_NAME: terminal,
        SALE_CODE: `0${number}`,
        LINES: [line(1 + (number % 7))],
      }),
      ISSUED_AT: new Date(Date.now() - 60_000).toISOString(),
      BUYER: null,
      CONSOLIDATE: true,
    }
    await client('invoice.sale.submit', { body: receipt as never })
  }
  const ask = { company: 'DEMO', shift: { outlet: 'KLCC', terminal, shift } }
  const { body: run } = await operate<{ readonly id: string }>(gateway, 'POST', '/consolidation/runs', ask)
  for (let isGoingOn = true; isGoingOn; await pause(50)) {
    const { body } = await operate<{ readonly valid: number }>(gateway, 'GET', `/consolidation/runs/${run.id}`)
    isGoingOn = body.valid === 0
  }
}

async function settledQueue(gateway: Screens['gateway']): Promise<void> {
  for (let isBusy = true; isBusy; await pause(50)) {
    isBusy = (await queueSeen(gateway)).moving.length > 0
  }
}

const line = (number: number) => ({
  DESCRIPTION: 'Kopi O',
  CLASSIFICATION_CODES: ['022'],
  QUANTITY: 2 * number,
  UNIT_CODE: 'C62',
  UNIT_PRICE: 3.5,
  TAXES: [{ TAX_TYPE: '02', RATE: 6 }],
})
