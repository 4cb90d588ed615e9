import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import type { Api, Told } from '../support/api.ts'
import { type Body, customer, document, invoice } from '../support/till.ts'
import type { Chance } from './chance.ts'

interface Sold {
  readonly kind: 'invoice' | 'credit_note'
  readonly saleGuid: string
  readonly body: Body
}

const nobody = { ...customer, TIN: 'C99999999990' }

/** Tills and supervisors that do everything they may, at any moment. */
export class Tills {
  /** Answered with 202. */
  readonly kept = new Set<string>()
  /** By what was asked and the status of the answer. */
  readonly answers = new Map<string, number>()
  readonly #api: Api
  readonly #chance: Chance
  readonly #sold: Sold[] = []
  #count = 0

  constructor(api: Api, chance: Chance) {
    this.#api = api
    this.#chance = chance
  }

  get documents(): number {
    return this.#count
  }

  /** One thing that somebody does; resolves when it was answered. */
  act(): Promise<void> {
    const what = this.#chance.fraction()
    if (this.#sold.length === 0 || what < 0.7) return this.#sell()
    if (what < 0.8) return this.regret()
    if (what < 0.86) return this.#cancel()
    return what < 0.94 ? this.#correct() : this.#repeat()
  }

  #sell(): Promise<void> {
    this.#count += 1
    const code = `f${this.#count}`
    const saleGuid = `5e110000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`
    const original = this.#chance.isIn(0.08) ? this.#sold.findLast(({ kind }) => kind === 'invoice') : undefined
    const wrong = this.#chance.isIn(0.05) ? { BUYER: nobody } : {}
    const body = original
      ? document('sale', 'credit_note', code, { SALE_GUID: saleGuid, ORIGINALS: [{ SALE_GUID: original.saleGuid }] })
      : invoice(code, { SALE_GUID: saleGuid, ...wrong })
    return this.#submit({ kind: original ? 'credit_note' : 'invoice', saleGuid, body })
  }

  async #submit(sale: Sold): Promise<void> {
    const told = await this.#api.submit('sale', sale.kind, sale.body)
    this.#note(`${sale.kind}_submission`, told)
    if (told.status !== 202 || this.kept.has(sale.saleGuid)) return
    this.kept.add(sale.saleGuid)
    this.#sold.push(sale)
  }

  /** Voids something sold lately. */
  async regret(): Promise<void> {
    if (this.#sold.length === 0) return
    const { kind, saleGuid } = this.#recent()
    this.#note('void', await this.#api.post(`/sale/${kind}_void/by_sale_guid`, { SALE_GUID: saleGuid }))
  }

  async #cancel(): Promise<void> {
    const { kind, saleGuid } = this.#chance.one(this.#sold)
    const body = { SALE_GUID: saleGuid, REASON: 'Wrong goods' }
    this.#note('cancellation', await this.#api.post(`/sale/${kind}_cancellation`, body))
  }

  /** With the right buyer, and now and then as if the sale had been made anew. */
  async #correct(): Promise<void> {
    const wrong = this.#sold.filter(({ body }) => body['BUYER'] === nobody)
    const sale = wrong.length > 0 ? this.#chance.one(wrong) : this.#recent()
    const anew = this.#chance.isIn(0.5) ? { ISSUED_AT: new Date(Date.now() - 30_000).toISOString() } : {}
    await this.#submit({ ...sale, body: { ...sale.body, BUYER: customer, ...anew } })
  }

  #repeat(): Promise<void> {
    return this.#submit(this.#chance.one(this.#sold))
  }

  /** What was sold a moment ago is what people regret: some of it before it is sent, some while it is on its way. */
  #recent(): Sold {
    return this.#chance.one(this.#sold.slice(this.#chance.isIn(0.5) ? -4 : -60))
  }

  #note(what: string, { status, body }: Told<WireRecord & { readonly code?: string }>): void {
    const answer = `${what} ${status}${body.code ? ` ${body.code}` : ''}`
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}
