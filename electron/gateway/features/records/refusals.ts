import type { z } from 'zod'
import type { refusalList } from '../../../../shared/api/operator/refusals.ts'
import type { AttentionCode } from '../../../../shared/domain/attention.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { RecordDeps } from './deps.ts'
import { queryOf } from './list.ts'

/** The newest of what needs a person: a refusal is told while it is new. */
const mostLookedAt = 200
/** These stay unsent until a person changes something. */
const stuck: readonly (AttentionCode | null)[] = ['cannot_be_sent', 'original_not_valid']
const submissions: readonly string[] = ['received', 'revised']

/** A consolidated document is the supervisor's: many people sold its receipts. */
const isRefused = (record: RecordState): boolean =>
  record.members === 0 && (statusOf(record) === 'Invalid' || stuck.includes(record.attention))

/** The refused ones of the sales that the caller made, and of the sales of the till that the caller stands at. */
export const listRefusals =
  (deps: RecordDeps): OperatorHandler<'listRefusals'> =>
  async ({ caller, language, query: { company, outlet, terminal } }) => {
    const asked = await queryOf(deps, { caller, headers: {}, query: { concern: 'attention,refused' } })
    const found = await deps.records.list({ ...asked, before: null, limit: mostLookedAt })
    const items = await Promise.all(
      found.map(async ({ seq, record, isReferredTo }) => {
        if (!isRefused(record)) return []
        const events = await deps.records.events(seq)
        const mine = events.some(({ by, event }) => by === caller.by && submissions.includes(event.type))
        const isHere =
          record.companyCode === company && record.outletName === outlet && record.terminalName === terminal
        return mine || isHere ? [{ mine, record: await deps.view.showKnowing(record, isReferredTo, language) }] : []
      }),
    )
    return ok({ items: items.flat() } satisfies z.output<typeof refusalList>)
  }
