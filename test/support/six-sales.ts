import { setTimeout as pause } from 'node:timers/promises'
import type { Ask } from './ask-at.ts'
import { invoice } from './till.ts'

export const guids = Array.from({ length: 6 }, (_, at) => `5e1c0000-0000-4000-8000-00000000000${at + 1}`)
const [cancelled = '', voided = ''] = guids
const bodies = new Map(guids.map((guid, at) => [guid, invoice(`c${at}`, { SALE_GUID: guid })]))

/**
 * Sells six sales, voids one and cancels one. After a crash it can be run again, with the same result.
 * @returns whether the void was in time
 */
export async function sellSix(ask: Ask): Promise<boolean> {
  await Promise.all(guids.map((guid) => ask('/v1/sale/invoice_submission', { body: bodies.get(guid) ?? {} })))
  const answer = await ask('/v1/sale/invoice_void/by_sale_guid', { body: { SALE_GUID: voided } })
  const isVoided = answer?.status === 200 || answer?.body['code'] === 'void_denied_locked'
  for (;;) {
    const told = await ask('/v1/sale/invoice_checkstatus/by_guid', { headers: { sale_guid: cancelled } })
    if (told === null) return isVoided
    if (told.body['STATUS'] !== 'Pending' && told.body['STATUS'] !== 'InProgress') break
    await pause(250)
  }
  await ask('/v1/sale/invoice_cancellation', { body: { SALE_GUID: cancelled, REASON: 'Wrong goods' } })
  return isVoided
}

/** The statuses at the end. After a crash the sale may be sent before the void comes. */
export const statusesAfter = (isVoided: boolean) =>
  isVoided ? { Valid: guids.length - 2, Voided: 1, Cancelled: 1 } : { Valid: guids.length - 1, Cancelled: 1 }

/** Waits until no work is left. */
export async function comeToRest(ask: Ask): Promise<void> {
  for (;;) {
    const told = await ask('/operator/v1/queue')
    if (told === null) throw new Error('the gateway died again')
    if ((told.body['lanes'] as readonly unknown[]).length === 0) return
    await pause(250)
  }
}
