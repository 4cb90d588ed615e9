import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Family, Kind } from '../../shared/domain/record.ts'
import type { Api, Told } from '../support/api.ts'
import { type Body, customer, document } from '../support/till.ts'
import type { Chance } from './chance.ts'

interface Sold {
  readonly family: Family
  readonly kind: Kind
  readonly saleGuid: string
  readonly body: Body
}

export interface TillHabits {
  /** The clocks of the tills. */
  readonly now?: () => number
  /** The share of buyers who ask for no e-invoice. */
  readonly receiptShare?: number
}

const nobody = { ...customer, TIN: 'C99999999990' }
/** After this many unanswered sales in a row a till stops selling. */
const mostUnanswered = 60
const notes = ['credit_note', 'debit_note', 'refund_note'] as const

const isReceipt = ({ body }: Sold): boolean => body['CONSOLIDATE'] === true

/** Tills and supervisors that do everything they may, at any time. */
export class Tills {
  /** Acknowledged sales, which must not be lost. */
  readonly kept = new Set<string>()
  /** Sales that a till was told are voided, or cancelled. */
  readonly voided = new Set<string>()
  readonly cancelled = new Set<string>()
  /** Counts by request and status; 0 for no answer. */
  readonly answers = new Map<string, number>()
  readonly #api: Pick<Api, 'submit' | 'post'>
  readonly #chance: Chance
  readonly #now: () => number
  readonly #receiptShare: number
  readonly #sold: Sold[] = []
  /** Sales without an answer. The till sends the same body until it knows the result. */
  readonly #unanswered = new Map<string, Sold>()
  #count = 0

  constructor(
    api: Pick<Api, 'submit' | 'post'>,
    chance: Chance,
    { now = Date.now, receiptShare = 0 }: TillHabits = {},
  ) {
    this.#api = api
    this.#chance = chance
    this.#now = now
    this.#receiptShare = receiptShare
  }

  get documents(): number {
    return this.#count
  }

  /** A waiting receipt of a short time ago; undefined if there is none. */
  someReceipt(chance: Chance): string | undefined {
    const receipts = this.#sold.filter(isReceipt).slice(-4)
    return receipts.length === 0 ? undefined : chance.one(receipts).saleGuid
  }

  get unanswered(): number {
    return this.#unanswered.size
  }

  /** One act of a person. Resolves when it was answered. */
  act(): Promise<void> {
    if (this.#unanswered.size > mostUnanswered) return this.askAgain()
    if (this.#unanswered.size > 0 && this.#chance.isIn(0.3)) return this.askAgain()
    const what = this.#chance.fraction()
    if (this.#sold.length === 0 || what < 0.7) return this.#sell()
    if (what < 0.8) return this.regret()
    if (what < 0.86) return this.cancel()
    return what < 0.94 ? this.#correct() : this.#repeat()
  }

  #sell(): Promise<void> {
    this.#count += 1
    const code = `f${this.#count}`
    const saleGuid = `5e110000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`
    if (this.#receiptShare > 0 && this.#chance.isIn(this.#receiptShare)) return this.#sellReceipt(code, saleGuid)
    const mayHaveNotes = (sold: Sold) => sold.kind === 'invoice' && !isReceipt(sold)
    const original = this.#chance.isIn(0.08) ? this.#sold.findLast(mayHaveNotes) : undefined
    const family = original?.family ?? (this.#chance.isIn(0.05) ? 'self_billed' : 'sale')
    const kind = original ? this.#chance.one(notes) : 'invoice'
    const body = document(family, kind, code, {
      SALE_GUID: saleGuid,
      ISSUED_AT: new Date(this.#now() - 60_000).toISOString(),
      ...(original && { ORIGINALS: [{ SALE_GUID: original.saleGuid }] }),
      ...(kind === 'invoice' && family === 'sale' && this.#chance.isIn(0.05) && { BUYER: nobody }),
    })
    return this.#submit({ family, kind, saleGuid, body })
  }

  #sellReceipt(code: string, saleGuid: string): Promise<void> {
    const body = document('sale', 'invoice', code, {
      SALE_GUID: saleGuid,
      ISSUED_AT: new Date(this.#now() - 60_000).toISOString(),
      BUYER: null,
      CONSOLIDATE: true,
    })
    return this.#submit({ family: 'sale', kind: 'invoice', saleGuid, body })
  }

  async #submit(sale: Sold): Promise<void> {
    const { saleGuid } = sale
    const told = await this.#api.submit(sale.family, sale.kind, sale.body)
    this.#note(`${sale.family} ${sale.kind}_submission`, told)
    if (told.status === 0 || told.status >= 500) {
      this.#unanswered.set(saleGuid, sale)
      return
    }
    if (this.#unanswered.get(saleGuid) === sale) this.#unanswered.delete(saleGuid)
    if ((told.status !== 202 && told.status !== 200) || this.kept.has(saleGuid)) return
    this.kept.add(saleGuid)
    this.#sold.push(sale)
  }

  /** Sends the oldest unanswered sale again, with the same key and the same body. */
  async askAgain(): Promise<void> {
    const [sale] = this.#unanswered.values()
    if (!sale) return
    // To the end of the queue, so that the next caller asks about another sale.
    this.#unanswered.delete(sale.saleGuid)
    this.#unanswered.set(sale.saleGuid, sale)
    await this.#submit(sale)
  }

  /** Voids a recent sale. */
  async regret(): Promise<void> {
    if (this.#sold.length === 0) return
    const { family, kind, saleGuid } = this.#recent()
    const told = await this.#api.post(`/${family}/${kind}_void/by_sale_guid`, { SALE_GUID: saleGuid })
    this.#note('void', told)
    if (told.status === 200 || told.body.code === 'void_denied_locked') this.voided.add(saleGuid)
  }

  async cancel(): Promise<void> {
    if (this.#sold.length === 0) return
    const { family, kind, saleGuid } = this.#chance.one(this.#sold)
    const body = { SALE_GUID: saleGuid, REASON: 'Wrong goods' }
    const told = await this.#api.post(`/${family}/${kind}_cancellation`, body)
    this.#note('cancellation', told)
    if (told.status === 200 && told.body.STATUS === 'Cancelled') this.cancelled.add(saleGuid)
  }

  /** Corrects the buyer. Sometimes it sends the sale as a new one. */
  async #correct(): Promise<void> {
    const wrong = this.#sold.filter(({ body }) => body['BUYER'] === nobody)
    const sale = wrong.length > 0 ? this.#chance.one(wrong) : this.#recent()
    const anew = this.#chance.isIn(0.5) ? { ISSUED_AT: new Date(this.#now() - 30_000).toISOString() } : {}
    const party = sale.family === 'sale' ? { BUYER: customer } : {}
    await this.#submit({ ...sale, body: { ...sale.body, ...party, ...anew } })
  }

  #repeat(): Promise<void> {
    return this.#submit(this.#chance.one(this.#sold))
  }

  /** A recent sale: people void what they just sold, before it is sent or while it is being sent. */
  #recent(): Sold {
    return this.#chance.one(this.#sold.slice(this.#chance.isIn(0.5) ? -4 : -60))
  }

  #note(what: string, { status, body }: Told<WireRecord & Partial<WireProblem>>): void {
    const answer = `${what} ${status}${body.code ? ` ${body.code}` : ''}`
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}
