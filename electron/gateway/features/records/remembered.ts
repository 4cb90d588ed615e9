import { setImmediate } from 'node:timers/promises'
import { mostBuyers } from '../../../../shared/api/operator/remembered.ts'
import { toDomainNames } from '../../../../shared/document/fields.ts'
import type { Party } from '../../../../shared/document/party.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import { addDays, dayOf } from '../../../../shared/domain/calendar.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { isPendingOrValid } from '../../../../shared/domain/status.ts'
import { type Call, type CallTo, type OperatorHandlers, ok } from '../../http/call.ts'
import type { CountQuery } from '../../store/port/records.ts'
import { parseSaleOrNull } from '../../stored-sale.ts'
import { personOf } from '../people/proof.ts'
import type { RecordDeps } from './find.ts'
import { type BuyerDeps, buyerKeyOf, correctedBuyerOf, loadBuyerCorrections } from './known-buyers.ts'
import { queryOf } from './list.ts'
import { partyFields } from './sale.ts'

/** The most records that one question reads. A body takes about a tenth of a millisecond. */
const most = { named: 1000, sold: 200 }
/** Few to a cashier who types; to an owner as many as one export takes. */
const buyersShown = { cashier: 8, owner: mostBuyers }
const daysBack = 180

export const rememberedRoutes = (deps: RecordDeps & BuyerDeps) =>
  ({
    /**
     * Buyers of earlier documents. A name or a TIN is looked for in all of them; a telephone, a postcode or an identity
     * number, which no index has, in the newest ones. Only for people, not for tokens: it has whole identity numbers.
     */
    findBuyers: async (call) => {
      personOf(call)
      return ok({ items: await searchPastBuyers(deps, call, call.headers.search_text ?? '') })
    },
    /** Items of the latest sales, by name. The newest sale of a name counts. */
    soldItems: async (call) => {
      const asked = recentOf(deps, await queryOf(deps, { ...call, headers: {} }))
      const found = new Map<string, ReturnType<typeof itemOf>>()
      for await (const { sale } of salesOf(deps, asked, most.sold))
        for (const line of sale.lines) {
          const key = line.description.toLowerCase()
          if (!found.has(key)) found.set(key, itemOf(sale, line))
        }
      return ok({ items: [...found.values()] })
    },
    changeBuyer: async (call) => {
      const { BUYERS, NOW } = call.body
      for (const buyer of BUYERS) await change(deps, buyer, call)
      return ok({ items: await searchPastBuyers(deps, call, NOW?.TIN ?? BUYERS[0]?.TIN ?? '') })
    },
    exportBuyer: async (call) => {
      const items: ReturnType<typeof partyFields>[] = []
      for (const buyer of call.body.BUYERS) {
        const asked = buyerKeyOf(toDomainNames(buyer))
        items.push(...(await searchPastBuyers(deps, call, buyer.TIN, asked)))
        const facts = { buyer: deps.digest(asked) }
        await deps.acts.add({ at: deps.clock.now(), by: call.caller.by, type: 'buyer_exported', facts })
      }
      return ok({ items })
    },
  }) satisfies Partial<OperatorHandlers>

async function searchPastBuyers(
  deps: RecordDeps & BuyerDeps,
  { caller, query: of = {} }: Pick<Call, 'caller'> & Partial<Pick<CallTo<'findBuyers'>, 'query'>>,
  text: string,
  numbers?: string,
): Promise<ReturnType<typeof partyFields>[]> {
  const query = { ...(await queryOf(deps, { caller, query: of, headers: { search_text: text } })), isNamed: true }
  const recent = text === '' || hasNumber(text) ? [recentOf(deps, query)] : []
  const isWanted = wantedBy(text)
  const shown = buyersShown[caller.scopes.has('admin') ? 'owner' : 'cashier']
  const known = await loadBuyerCorrections(deps)
  const found = new Map<string, ReturnType<typeof partyFields>>()
  const add = (buyer: Party | null) => {
    if (!buyer || (numbers !== undefined && buyerKeyOf(buyer) !== numbers) || !isWanted(buyer)) return
    // Branches share a TIN and a number, and have their own names.
    const key = `${buyerKeyOf(buyer)} ${buyer.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')}`
    if (!found.has(key)) found.set(key, partyFields(buyer))
  }
  for (const each of [...(text === '' ? [] : [query]), ...recent])
    for await (const { sale, record } of salesOf(deps, each, most.named)) {
      if (found.size === shown) break
      add(sale.buyer ? known.asKnown(sale.buyer, record.submittedAt) : null)
    }
  // Of a correction it is not known which company or outlet sold to the buyer.
  const seesAll = caller.companyGuid === null && caller.outlets === undefined && of.company === undefined
  for (const buyer of known.corrected) if (found.size < shown && text !== '' && seesAll) add(buyer)
  return [...found.values()]
}

const recentOf = ({ clock }: RecordDeps, query: CountQuery): CountQuery => ({
  ...query,
  text: null,
  from: addDays(dayOf(clock.now(), 'UTC'), -daysBack),
})

/** Invoices that count, the newest first: what was a mistake is not learned. A till that sends meanwhile is answered in between. */
async function* salesOf(
  { records }: RecordDeps,
  query: CountQuery,
  limit: number,
): AsyncGenerator<{ readonly sale: Sale; readonly record: RecordState }> {
  for (const { seq, record } of await records.list({ ...query, before: null, limit })) {
    if (!isPendingOrValid(record) || record.members > 0 || record.family !== 'sale' || record.kind !== 'invoice')
      continue
    const sale = parseSaleOrNull(await records.body(seq, record.revision), record)
    if (sale) yield { sale, record }
    await setImmediate()
  }
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')
/** Fewer than four digits are part of nearly every number. */
const hasNumber = (text: string): boolean => digitsOf(text).length >= 4

function wantedBy(text: string): (buyer: Party) => boolean {
  const terms = text.toLowerCase().split(/\s+/)
  const digits = digitsOf(text)
  return ({ name, tin, phone, idNumber, address }) =>
    address.postcode === text ||
    terms.every((term) => `${name} ${tin}`.toLowerCase().includes(term)) ||
    (hasNumber(text) && [phone, idNumber].some((number) => digitsOf(number).includes(digits)))
}

const itemOf = ({ pricesIncludeTax }: Sale, line: Sale['lines'][number]) => ({
  DESCRIPTION: line.description,
  CLASSIFICATION_CODES: [...line.classificationCodes],
  UNIT_CODE: line.unitCode,
  UNIT_PRICE: line.unitPrice.toFixed(),
  PRICES_INCLUDE_TAX: pricesIncludeTax === true,
  TAXES: line.taxes.map(({ taxType, rate, exemptionReason = '' }) => ({
    TAX_TYPE: taxType,
    RATE: rate?.toFixed() ?? '',
    EXEMPTION_REASON: exemptionReason,
  })),
})

/** Also what an earlier correction turned into these numbers. The log names the buyer by a keyed digest only. */
async function change(
  { buyers, digest, clock }: RecordDeps & BuyerDeps,
  asked: CallTo<'changeBuyer'>['body']['BUYERS'][number],
  { body: { NOW }, caller }: Pick<CallTo<'changeBuyer'>, 'body' | 'caller'>,
): Promise<void> {
  const numbers = buyerKeyOf(toDomainNames(asked))
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
    [...all].map((digested) => ({ buyer: digested, at, told })),
    act,
  )
}
