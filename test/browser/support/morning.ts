import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { operate } from '../../support/operator.ts'
import { aParty, aSale } from '../../support/sales.ts'
import { aMinuteAgo } from '../../support/till.ts'
import { queueSeen } from './queue-seen.ts'
import type { Screens } from './screens.ts'

/** Sells a morning's sales, so that the screens have something to show. */
export async function sellSome({ gateway }: Screens, count: number): Promise<void> {
  const client = await gateway.client()
  await consolidateShift(gateway)
  for (let number = 1; number <= count; number += 1) {
    const body = {
      ...aSale({
        SALE_CODE: String(number).padStart(4, '0'),
        ISSUED_AT: aMinuteAgo(),
        LINES: [line(number)],
      }),
      // Some have no buyer, and one has a TIN that the authority does not know.
      ...(number % 5 === 0 && { BUYER: null, CONSOLIDATE: true }),
      ...(number % 7 === 2 && { BUYER: aParty({ TIN: 'C10000000001' }) }),
    }
    await client('invoice.sale.submit', { body: body as never })
  }
  await settledQueue(gateway)
  const till = { company: 'DEMO', outlet: 'KLCC', terminal: 'T1' }
  await operate(gateway, 'POST', '/tills/shifts', { ...till, shift: 'S1' })
  await compare(gateway)
}

/** Compares today with the authority. */
async function compare(gateway: Screens['gateway']): Promise<void> {
  const today = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
  const ask = { company: 'DEMO', from: today, to: today }
  const { body: run } = await operate<{ readonly id: string }>(gateway, 'POST', '/reconciliations', ask)
  for (let isGoingOn = true; isGoingOn; await pause(50)) {
    const { body } = await operate<{ readonly state: string }>(gateway, 'GET', `/reconciliations/${run.id}`)
    isGoingOn = body.state === 'running'
  }
}

/** A consolidated shift in which one receipt number is missing. */
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
      ISSUED_AT: aMinuteAgo(),
      BUYER: null,
      CONSOLIDATE: true,
    }
    await client('invoice.sale.submit', { body: receipt as never })
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const ask = { company: 'DEMO', to: tomorrow }
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
