import { z } from 'zod'
import type { Clock } from '../../ports.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { type Api, read } from './api.ts'

const hourMs = 3_600_000
const againAfterMs = 24 * hourMs
/** Of a question that was not answered: no sale waits for it. */
const retryAfterMs = 15 * 60_000

const types = z.object({
  result: z.array(z.object({ id: z.int(), invoicetypecode: z.union([z.string(), z.number()]) })),
})
const type = z.object({
  workflowparameters: z.array(z.object({ parameter: z.string(), value: z.number() })),
})

/**
 * For how long a valid document can be cancelled: the authority tells it with its document types, in hours, and may
 * change it (myinvois 2, A3). It is asked for once a day.
 */
export class CancellationWindow {
  readonly #clock: Pick<Clock, 'steadyMs'>
  /** On the steady clock. */
  #dueMs = 0
  #toldMs: number | null = null

  constructor(clock: Pick<Clock, 'steadyMs'>) {
    this.#clock = clock
  }

  /** Null where the authority has not told it. */
  toldMs(): number | null {
    return this.#toldMs
  }

  async learn(api: Api, company: CompanyProfile): Promise<void> {
    if (this.#clock.steadyMs() < this.#dueMs) return
    // Before waiting: other companies do not ask the same meanwhile.
    this.#dueMs = this.#clock.steadyMs() + retryAfterMs
    const hours = await hoursThere(api, company)
    if (hours === null) return
    this.#toldMs = hours * hourMs
    this.#dueMs = this.#clock.steadyMs() + againAfterMs
  }
}

async function hoursThere(api: Api, company: CompanyProfile): Promise<number | null> {
  const listed = await read(api, company, { path: '/api/v1.0/documenttypes', limit: null, schema: types })
  const invoice = listed.data?.result.find(({ invoicetypecode }) => Number(invoicetypecode) === 1)
  if (!invoice) return null
  const path = `/api/v1.0/documenttypes/${invoice.id}`
  const told = await read(api, company, { path, limit: null, schema: type })
  const parameter = told.data?.workflowparameters.find(({ parameter: name }) => /^cancellation/i.test(name))
  // What nobody would mean is not believed: no window at all, or one of months.
  return parameter && parameter.value >= 1 && parameter.value <= 31 * 24 ? parameter.value : null
}
