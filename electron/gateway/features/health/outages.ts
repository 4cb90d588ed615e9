import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { QueueDeps } from '../sending/queue.ts'

const most = 20

/** When the authority was away, and what became of what was kept meanwhile. */
export const listOutages =
  ({
    records,
    companies,
    outbox,
  }: Pick<QueueDeps, 'records' | 'companies' | 'outbox'>): OperatorHandler<'listOutages'> =>
  async ({ caller }) => {
    const outages = await records.outages(caller.companyGuid, most)
    const isHindered = (await companies.list()).some(({ profile }) => outbox.hindranceOf(profile.companyGuid) !== null)
    return ok({
      items: outages.map(({ from, to, kept, sent, confirming, waiting }) => ({
        from: toWire(from),
        to: to === null ? null : toWire(to),
        is_over: to !== null || !isHindered,
        kept,
        sent,
        confirming,
        waiting,
      })),
    })
  }
