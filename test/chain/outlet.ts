import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../faults/chance.ts'
import { type Body, invoice } from '../support/till.ts'
import type { Answers } from './answers.ts'

export interface Place {
  readonly outlet: number
  readonly companyCode: string
  readonly token: string
  /** The ports of all processes of the head office. */
  readonly ports: readonly number[]
  /** How many sales it makes. */
  readonly sales: number
  /** The time for all sales. */
  readonly forMs: number
}

interface Sale {
  readonly saleGuid: string
  readonly body: Body
}

/** After this time without an answer the outlet asks again, any process. */
const patienceMs = 20_000
const mostAtOnce = 4
/** The share of time in which an outlet is offline. It goes on selling. */
const awayShare = 0.15

/** An outlet that stores its sales until the head office has them, and that goes offline and comes back. */
export class Outlet {
  readonly #place: Place
  readonly #answers: Answers
  readonly #chance: Chance
  readonly #waiting: Sale[] = []
  readonly #taken: Sale[] = []
  #sold = 0
  #isAway = false
  /** How often it went away. */
  absences = 0

  constructor(place: Place, answers: Answers, chance: Chance) {
    this.#place = place
    this.#answers = answers
    this.#chance = chance
  }

  /** Runs until all sales are answered. */
  async run(): Promise<void> {
    const senders = Array.from({ length: mostAtOnce }, () => this.#send())
    await Promise.all([this.#sell(), ...senders])
  }

  async #sell(): Promise<void> {
    const { sales, forMs, outlet, companyCode } = this.#place
    const leavesAt = Math.floor(sales * (0.1 + 0.5 * this.#chance.fraction()))
    const returnsAt = leavesAt + Math.max(1, Math.floor(sales * awayShare))
    while (this.#sold < sales) {
      if (this.#sold === leavesAt) this.absences += 1
      this.#isAway = this.#sold >= leavesAt && this.#sold < returnsAt
      this.#sold += 1
      const saleGuid = `5e1d0000-0000-4000-8${String(outlet).padStart(3, '0')}-${String(this.#sold).padStart(12, '0')}`
      const names = { COMPANY_CODE: companyCode, OUTLET_NAME: `Outlet ${outlet}`, SALE_GUID: saleGuid }
      this.#waiting.push({ saleGuid, body: invoice(`s${this.#sold}`, names) })
      await pause((2 * forMs * this.#chance.fraction()) / sales)
    }
    this.#isAway = false
  }

  get #isDone(): boolean {
    return this.#sold === this.#place.sales && !this.#isAway && this.#waiting.length === 0
  }

  async #send(): Promise<void> {
    while (!this.#isDone) {
      const sale = this.#isAway ? undefined : this.#waiting.shift()
      if (!sale) {
        await pause(50)
        continue
      }
      await this.#submit(sale)
      if (this.#chance.isIn(0.08)) await this.#void(sale)
      else this.#taken.push(sale)
      if (this.#chance.isIn(0.02)) await this.#cancel()
      if (this.#chance.isIn(0.02)) await this.#repeat()
    }
  }

  /** Sends the same bytes until they are stored, sometimes to two processes at once. */
  async #submit({ saleGuid, body }: Sale): Promise<void> {
    for (;;) {
      const tries = Array.from({ length: this.#chance.isIn(0.03) ? 2 : 1 }, () => this.#ask('invoice_submission', body))
      const told = await Promise.all(tries)
      if (told.some(({ status }) => status === 200 || status === 202)) return this.#answers.keep(saleGuid)
      await pause(50 + this.#chance.upTo(400))
    }
  }

  async #void({ saleGuid }: Sale): Promise<void> {
    for (;;) {
      const { status, code } = await this.#ask('invoice_void/by_sale_guid', { SALE_GUID: saleGuid })
      // The first answer may have been lost.
      if (status === 200 || code === 'void_denied_locked') this.#answers.voided.add(saleGuid)
      if (status >= 200 && status < 500 && status !== 429) return
      await pause(50 + this.#chance.upTo(400))
    }
  }

  /** Sends an old sale once more. The answer must be the same, unless it was cancelled. */
  async #repeat(): Promise<void> {
    if (this.#taken.length > 0) await this.#ask('invoice_submission', this.#chance.one(this.#taken).body)
  }

  /** Asks to cancel an old sale. The outlet cannot know whether it is still possible. */
  async #cancel(): Promise<void> {
    const sale = this.#taken[this.#chance.upTo(Math.max(1, this.#taken.length))]
    if (!sale) return
    const { saleGuid } = sale
    const told = await this.#ask('invoice_cancellation', { SALE_GUID: saleGuid, REASON: 'Wrong goods' })
    if (told.status === 200 && told.documentStatus === 'Cancelled') this.#answers.cancelled.add(saleGuid)
  }

  async #ask(endpoint: string, body: Body) {
    const port = this.#chance.one(this.#place.ports)
    const told = await post(`http://127.0.0.1:${port}/v1/sale/${endpoint}`, body, this.#place.token)
    const said = `${endpoint} ${told.status}${told.code ? ` ${told.code}` : ''}`
    this.#answers.count(said)
    const isTaken = endpoint !== 'invoice_submission' || [0, 200, 202, 429, 503].includes(told.status)
    if (!isTaken && told.code !== 'record_cancelled') this.#answers.wrongs.push(said)
    return told
  }
}

/** @returns status 0 if there was no answer */
async function post(url: string, body: Body, token: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    const told = (await response.json()) as { readonly code?: string; readonly STATUS?: string }
    return { status: response.status, code: told.code ?? null, documentStatus: told.STATUS ?? null }
  } catch (cause) {
    const isCutOff = cause instanceof TypeError || cause instanceof SyntaxError
    const isUnheard = isCutOff || (cause instanceof DOMException && cause.name === 'TimeoutError')
    if (!isUnheard) throw cause
    return { status: 0, code: null, documentStatus: null }
  }
}
