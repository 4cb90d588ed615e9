import { z } from 'zod'
import type { AuthorityError } from '../../../../shared/domain/record.ts'
import type { HttpAsk } from '../../platform/outgoing/exchange.ts'
import {
  type AskHttpDeps,
  type AuthorityHttpResult,
  addBearerToken,
  askHttp,
  emptyAnswerTrace,
  nonEmptyErrors,
  parsedJson,
} from '../ask.ts'
import type { AuthorityClock } from '../authority-clock.ts'
import type { AnswerTrace } from '../port.ts'

export interface UpstreamSettings extends Pick<AskHttpDeps, 'tally'> {
  /** Without a slash at its end. */
  readonly url: string
  readonly token: string
  readonly requestTimeoutMs: number
  /** Traces of the current request and of a sale. Absent, none is passed on. */
  readonly traces?: { current(): string | undefined; of(saleGuid: string): string | undefined }
}

export interface UpstreamRequest extends Pick<HttpAsk, 'method' | 'mayStillSend'> {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The caller that waits, or an earlier sale. */
  readonly tracedBy?: 'caller' | { readonly saleGuid: string }
}

export type ApiResult = ApiAnswer | Exclude<AuthorityHttpResult, { readonly kind: 'answered' }>

export interface ApiAnswer {
  readonly kind: 'answered'
  readonly status: number
  /** Undefined if it was not JSON. */
  readonly json: unknown
  /** Null if the answer may come from another server between the two gateways. */
  readonly problem: UpstreamProblem | null
  readonly correlationId: string | null
  readonly askedMs: number | null
}

export class Api {
  readonly #settings: UpstreamSettings
  readonly #clock: AuthorityClock

  constructor(settings: UpstreamSettings, clock: AuthorityClock) {
    this.#settings = settings
    this.#clock = clock
  }

  async call({ path, tracedBy, ...ask }: UpstreamRequest): Promise<ApiResult> {
    const { url, token, requestTimeoutMs, traces, tally } = this.#settings
    const traceparent = tracedBy && (tracedBy === 'caller' ? traces?.current() : traces?.of(tracedBy.saleGuid))
    const headers = { ...ask.headers, ...(traceparent && { traceparent }) }
    const result = await askHttp(
      { clock: this.#clock, tally },
      addBearerToken({ ...ask, headers, url: url + path, token }),
      requestTimeoutMs,
    )
    if (result.kind !== 'answered') return result
    const { status, askedMs } = result
    const json = parsedJson(result.body.toString('utf8'))
    return {
      kind: 'answered',
      status,
      json,
      problem: status >= 400 ? (problem.safeParse(json).data ?? null) : null,
      correlationId: result.headers('x-request-id')?.slice(0, 200) ?? null,
      askedMs,
    }
  }
}

export const askedPauseMsOf = (result: ApiResult): number | null => (result.kind === 'answered' ? result.askedMs : null)

/** Only codes, because sentences may quote names and numbers of people. */
export function answerTraceOf(result: ApiResult): AnswerTrace {
  if (result.kind !== 'answered') return emptyAnswerTrace
  const { status, correlationId, problem: said } = result
  const codes = said && [said.code, ...(said.errors ?? []).map(({ code }) => code)]
  return { httpStatus: status, correlationId, answer: codes?.join(' ').slice(0, 500) ?? null }
}

// Read loosely: the other gateway may be newer.

const text = z.string().max(10_000)
const maybeText = text.nullish()

const problem = z.object({
  code: text.min(1),
  detail: text.nullish(),
  errors: z.array(z.object({ pointer: text, code: text, message: text })).nullish(),
  record: z.unknown().optional(),
})
export type UpstreamProblem = z.output<typeof problem>

/** Errors with the place in the body. */
export const errorsOf = ({ code, detail, errors }: UpstreamProblem): readonly AuthorityError[] =>
  nonEmptyErrors(
    code === 'validation_failed' && errors && errors.length > 0
      ? errors.map(({ pointer, code: fault, message }) => ({ code: fault, message, field: pointer }))
      : [{ code, message: detail ?? '', field: '' }],
  )

const record = z.object({
  SALE_GUID: text.min(1),
  COMPANY_GUID: text.min(1),
  DOCUMENT_NUMBER: text,
  REVISION: z.int().min(1),
  STATUS: text,
  CURRENCY_CODE: text,
  TOTAL_PAYABLE: text,
  SUBMITTED_AT: text,
  VALIDATED_AT: maybeText,
  CANCELLED_AT: maybeText,
  AUTHORITY: z.object({ UUID: text, SUBMISSION_UID: text, LONG_ID: maybeText, VALIDATION_URL: maybeText }).nullish(),
  ERRORS: z.array(z.object({ CODE: text, MESSAGE: text, FIELD: text })).nullish(),
  ATTENTION: z.object({ CODE: text }).nullish(),
  CANCELLATION: z.object({ STATE: text, CODE: maybeText, MESSAGE: maybeText }).nullish(),
})
export type UpstreamRecord = z.output<typeof record>

/** Null if the answer is no record of this document. */
export function recordIn(json: unknown, saleGuid: string): UpstreamRecord | null {
  const { data } = record.safeParse(json)
  return data?.SALE_GUID.toLowerCase() === saleGuid ? data : null
}

const page = z.object({ items: z.array(z.unknown()), paging: z.object({ next: maybeText }) })

export interface ListedPage {
  readonly records: readonly UpstreamRecord[]
  /** The query of the next page; null after the last one. */
  readonly next: string | null
}

/** Unreadable items are left out. */
export function pageIn(result: ApiResult): ListedPage | null {
  const { data } = page.safeParse(result.kind === 'answered' && result.status === 200 ? result.json : null)
  if (!data) return null
  const after = data.paging.next ?? ''
  // Only the query of the link is used, so that our token goes to no other address.
  const next = after.includes('?') ? after.slice(after.indexOf('?')) : null
  return { records: data.items.flatMap((item) => record.safeParse(item).data ?? []), next }
}

/** Null if there is none. */
export function instantOf(value: string | null | undefined): number | null {
  const instant = Date.parse(value ?? '')
  return Number.isNaN(instant) ? null : instant
}

/** Empty if it does not say. */
export function cancelledAtFieldOf(shown: UpstreamRecord): { readonly cancelledAt?: number } {
  const cancelledAt = instantOf(shown.CANCELLED_AT)
  return cancelledAt === null ? {} : { cancelledAt }
}
