import { toDomainNames } from '../../../../shared/document/fields.ts'
import { type CallTo, type OperatorHandlers, ok } from '../../http/call.ts'
import type { RecordDeps } from './find.ts'
import { type BuyerDeps, buyerKeyOf, correctedBuyerOf } from './known-buyers.ts'
import { searchPastBuyers } from './remembered.ts'

export const buyerRoutes = (deps: RecordDeps & BuyerDeps) =>
  ({
    changeBuyer: async (call) => {
      await change(deps, call)
      return ok({ items: await searchPastBuyers(deps, call, call.body.NOW?.TIN ?? call.body.BUYER.TIN) })
    },
    exportBuyer: async (call) => {
      const asked = buyerKeyOf(toDomainNames(call.body.BUYER))
      const items = await searchPastBuyers(deps, call, call.body.BUYER.TIN, asked)
      const facts = { buyer: deps.digest(asked) }
      await deps.acts.add({ at: deps.clock.now(), by: call.caller.by, type: 'buyer_exported', facts })
      return ok({ items })
    },
  }) satisfies Partial<OperatorHandlers>

/** Also what an earlier correction turned into these numbers. The log names the buyer by a keyed digest only. */
async function change(
  { buyers, digest, clock }: RecordDeps & BuyerDeps,
  { body: { BUYER, NOW }, caller }: Pick<CallTo<'changeBuyer'>, 'body' | 'caller'>,
): Promise<void> {
  const numbers = buyerKeyOf(toDomainNames(BUYER))
  const told = NOW && JSON.stringify(toDomainNames(NOW))
  const earlier = (await buyers.changes()).filter((each) => {
    const now = correctedBuyerOf(each)
    return now !== null && buyerKeyOf(now) === numbers
  })
  const at = clock.now()
  const all = new Set([digest(numbers), ...earlier.map(({ buyer }) => buyer)])
  const type = told === null ? 'buyer_deleted' : 'buyer_corrected'
  const act = { at, by: caller.by, type, facts: { buyer: digest(numbers) } }
  await buyers.change(
    [...all].map((buyer) => ({ buyer, at, told })),
    act,
  )
}
