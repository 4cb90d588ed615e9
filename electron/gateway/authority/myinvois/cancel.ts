import { z } from 'zod'
import type { CancelOutcome, CancelStatus } from '../../../../shared/domain/decide-cancel.ts'
import type { Clock } from '../../ports.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { DocumentToCancel } from '../port.ts'
import { cancelledAtIn, statusOf } from './answer.ts'
import { type Api, type ApiAnswer, read } from './api.ts'
import { codesIn, messageIn } from './errors.ts'
import { fetchDetails } from './poll.ts'

/** The codes with an exact meaning, anywhere in the answer (myinvois 2, E3). */
const tellingCodes = ['OperationPeriodOver', 'ActiveReferencingDocuments', 'IncorrectState', 'Forbidden']

export async function cancelDocument(
  api: Api,
  company: CompanyProfile,
  { uuid, mayStillAsk }: DocumentToCancel,
  reason: string,
): Promise<CancelOutcome> {
  const result = await api.call(company, {
    method: 'PUT',
    path: `/api/v1.0/documents/state/${encodeURIComponent(uuid)}/state`,
    limit: 'cancel',
    body: { status: 'cancelled', reason },
    ...(mayStillAsk && { mayStillSend: mayStillAsk }),
  })
  if (result.kind === 'answered') return fromAnswer(api, company, uuid, result)
  return { kind: result.kind === 'broken' ? 'inDoubt' : 'unsent' }
}

async function fromAnswer(api: Api, company: CompanyProfile, uuid: string, answer: ApiAnswer): Promise<CancelOutcome> {
  const { status, json, isEmpty } = answer
  if (status === 200) return saysCancelled(json) ? { kind: 'cancelled' } : { kind: 'inDoubt' }
  if (status === 401 || status === 429) return { kind: 'unsent' }
  if (status < 400 || status >= 500) return { kind: 'inDoubt' }
  // The page of a proxy: the authority may have done it all the same.
  if (json === undefined && !isEmpty) return { kind: 'inDoubt' }
  const codes = codesIn(json)
  const code = tellingCodes.find((telling) => codes.includes(telling)) ?? codes[0] ?? String(status)
  // The document may have been cancelled on the portal.
  const there = code === 'IncorrectState' ? await findCancellation(api, company, uuid) : null
  if (there?.kind === 'cancelled') return { ...there, kind: 'cancelledBefore' }
  return { kind: 'refused', code, message: messageIn(json) }
}

const saysCancelled = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'status' in json && /^cancel+ed$/i.test(String(json.status))

/** @returns null if the authority did not answer */
export async function findCancellation(api: Api, company: CompanyProfile, uuid: string): Promise<CancelStatus | null> {
  const shown = await fetchDetails(api, company, uuid)
  if (!shown) return null
  if (statusOf(shown) !== 'Cancelled') return { kind: 'not_cancelled' }
  const cancelledAt = cancelledAtIn(shown)
  return { kind: 'cancelled', ...(cancelledAt !== null && { cancelledAt }) }
}

const hourMs = 3_600_000
const againAfterMs = 24 * hourMs
const retryAfterMs = 15 * 60_000

const types = z.object({
  result: z.array(z.object({ id: z.int(), invoicetypecode: z.union([z.string(), z.number()]) })),
})
const type = z.object({
  workflowparameters: z.array(z.object({ parameter: z.string(), value: z.number() })),
})

/**
 * How long a valid document can be cancelled. The authority says it in hours, and may change it (myinvois 2, A3). Asked
 * once a day.
 */
export class CancellationWindow {
  readonly #clock: Pick<Clock, 'steadyMs'>
  #dueMs = 0
  #toldMs: number | null = null

  constructor(clock: Pick<Clock, 'steadyMs'>) {
    this.#clock = clock
  }

  /** Null if the authority has not told it. */
  toldMs(): number | null {
    return this.#toldMs
  }

  async learn(api: Api, company: CompanyProfile): Promise<void> {
    if (this.#clock.steadyMs() < this.#dueMs) return
    // Set before the request: other companies do not ask meanwhile.
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
  // No window, or one of months, is not believed.
  return parameter && parameter.value >= 1 && parameter.value <= 31 * 24 ? parameter.value : null
}
