import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LedgerStore } from '../../electron/gateway/authority/practice/ledger.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { askAt, type Question, type Told } from '../support/ask-at.ts'
import { type Body, invoice } from '../support/till.ts'
import { type Judgement, judge } from './oracle.ts'

/** How often a request is repeated until it succeeds. */
const tries = 200

/** A short day of a shop whose gateway may die at any time: six sales, of which one is voided and one cancelled. */
export class ShopDay {
  /** Acknowledged with 202, or shown since: these sales must never be lost. */
  readonly acknowledged = new Set<string>()
  /** When each was first acknowledged, by the clock of the machine. */
  readonly acknowledgedAtMs = new Map<string, number>()
  readonly #dataDir: string
  guids: readonly string[]
  #bodies: ReadonlyMap<string, Body>

  /** @param number distinguishes the sales of several days */
  constructor(dataDir: string, number = 0) {
    this.#dataDir = dataDir
    const tail = (at: number) => String(number * 10 + at).padStart(12, '0')
    this.guids = Array.from({ length: 6 }, (_, at) => `5e1d0000-0000-4000-8000-${tail(at)}`)
    this.#bodies = new Map(this.guids.map((guid, at) => [guid, invoice(`d${number}-${at}`, { SALE_GUID: guid })]))
  }

  /** The same sales, byte for byte, at another data directory. None is acknowledged yet. */
  at(dataDir: string): ShopDay {
    const day = new ShopDay(dataDir)
    day.guids = this.guids
    day.#bodies = this.#bodies
    return day
  }

  /** Makes all requests of the day. After a crash it repeats all of them. @returns false if the gateway died */
  async work(port: number): Promise<boolean> {
    const [voided = '', cancelled = ''] = this.guids
    const sold = await Promise.all(this.guids.map((guid) => this.#sell(port, guid)))
    if (sold.includes(false)) return false
    const body = { SALE_GUID: voided }
    if ((await this.#ask(port, '/v1/sale/invoice_void/by_sale_guid', { body })) === null) return false
    if (!(await this.#isSettled(port, cancelled))) return false
    const cancelling = { SALE_GUID: cancelled, REASON: 'Wrong goods' }
    return (await this.#ask(port, '/v1/sale/invoice_cancellation', { body: cancelling })) !== null
  }

  /** @returns whether the gateway finished all its work; false if it died or never finishes */
  async rest(port: number): Promise<boolean> {
    for (let asked = 0; asked < tries; asked += 1) {
      const told = await this.#ask(port, '/operator/v1/queue')
      if (told === null) return false
      if (told.status === 200 && (told.body['lanes'] as readonly unknown[]).length === 0) return true
      await pause(250)
    }
    return false
  }

  /** Compares both sides, while no gateway runs. @param others acknowledged in another day */
  async judge(others: readonly string[] = []): Promise<Judgement> {
    const ledger = new LedgerStore(join(this.#dataDir, 'practice.db'))
    const store = openSqliteStore(join(this.#dataDir, 'resit.db'))
    try {
      const saleGuids = new Set([...this.acknowledged, ...others])
      return await judge({ store, documents: ledger.documents(), saleGuids, cancelledOnPortal: new Set() })
    } finally {
      ledger.close()
      await store.upkeep.close()
    }
  }

  async #sell(port: number, guid: string): Promise<boolean> {
    const told = await this.#ask(port, '/v1/sale/invoice_submission', { body: this.#bodies.get(guid) ?? {} })
    if (told === null) return false
    if (told.status === 202 || told.status === 200) this.#acknowledge(guid)
    return true
  }

  #acknowledge(guid: string): void {
    if (!this.acknowledged.has(guid)) this.acknowledgedAtMs.set(guid, Date.now())
    this.acknowledged.add(guid)
  }

  async #isSettled(port: number, saleGuid: string): Promise<boolean> {
    for (let asked = 0; asked < tries; asked += 1) {
      const headers = { sale_guid: saleGuid }
      const told = await this.#ask(port, '/v1/sale/invoice_checkstatus/by_guid', { headers })
      if (told === null) return false
      if (told.body['STATUS'] !== 'Pending' && told.body['STATUS'] !== 'InProgress') return true
      await pause(250)
    }
    throw new Error(`${saleGuid} never came to an end`)
  }

  /** The gateway's answer; null if it died. */
  #ask(port: number, path: string, question?: Question): Promise<Told | null> {
    return askAt(this.#dataDir, port)(path, question)
  }
}
