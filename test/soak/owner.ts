import type { Chance } from '../faults/chance.ts'
import type { Tills } from '../faults/tills.ts'
import { customer } from '../support/till.ts'
import type { Phone } from './phone.ts'

interface ConsolidationState {
  readonly runs: readonly { readonly finished_at: string | null }[]
}

/** An owner, who starts consolidations and makes e-invoices for buyers who come back. */
export class Owner {
  /** Counts by call and answer. */
  readonly answers = new Map<string, number>()
  readonly #phone: Phone
  readonly #tills: Tills

  constructor(phone: Phone, tills: Tills) {
    this.#phone = phone
    this.#tills = tills
  }

  async consolidate(): Promise<void> {
    await this.#ask('run', '/consolidation/runs', { company: 'DEMO', to: today() })
  }

  /** Converts a receipt that may be consolidated already, or at this moment. */
  async convert(chance: Chance): Promise<void> {
    const saleGuid = this.#tills.someReceipt(chance)
    if (saleGuid) await this.#ask('conversion', `/records/${saleGuid}/conversion`, { BUYER: customer })
  }

  /** @returns how many receipts are in no document yet, at least 1 while a run goes on */
  async finish(): Promise<number> {
    const ask = { company: 'DEMO', to: today() }
    const preview = await this.#phone.operate<{
      readonly [counted in 'receipts' | 'left_over' | 'nothing_to_declare']: number
    }>('POST', '/consolidation/preview', ask)
    const state = await this.#phone.operate<ConsolidationState>('GET', '/consolidation?company=DEMO')
    if (preview.status !== 200 || state.status !== 200) return 1
    const { receipts, left_over: left, nothing_to_declare: closed } = preview.body
    const uncounted = receipts + left + closed
    if (uncounted > 0) await this.consolidate()
    return uncounted + state.body.runs.filter(({ finished_at }) => finished_at === null).length
  }

  async #ask(what: string, path: string, body: unknown): Promise<void> {
    const told = await this.#phone.operate<{ readonly code?: string }>('POST', path, body)
    const answer = `${what} ${told.status}${told.body.code ? ` ${told.body.code}` : ''}`
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}

/** By the clock of the test, which is right. */
const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' }).format(Date.now())
