import { hash } from 'node:crypto'
import type { DoubtReason, Outcome, UnsentReason } from '../../../shared/domain/attempt.ts'
import type { AuthorityError } from '../../../shared/domain/record.ts'
import { askedPauseMs } from '../../../shared/domain/retry.ts'
import { type HttpAsk, type HttpResult, sendRequest } from '../platform/outgoing/exchange.ts'
import type { Metrics } from '../ports.ts'
import type { AuthorityClock } from './authority-clock.ts'
import type { AnswerTrace, BuiltDocument, SendingAdvice } from './port.ts'

type NoAnswer = Exclude<HttpResult, { readonly kind: 'answered' }>

/** `askedMs` is how long the authority asked us to wait. */
export type AuthorityHttpResult =
  | (Extract<HttpResult, { readonly kind: 'answered' }> & { readonly askedMs: number | null })
  | NoAnswer

/** An id or a TIN in a path. */
const named = /(?<=\/)(?:(?=[^/]*\d)[^/]{7,}|[A-Z]{7,})(?=\/|$)/g

export interface AskHttpDeps {
  readonly clock: AuthorityClock
  readonly tally?: Pick<Metrics, 'count'> | undefined
}

export async function askHttp(
  { clock, tally }: AskHttpDeps,
  request: HttpAsk,
  timeoutMs: number,
): Promise<AuthorityHttpResult> {
  const result = await clock.timed(() => sendRequest(request, timeoutMs))
  const endpoint = `${request.method} ${new URL(request.url).pathname.replaceAll(named, ':id')}`
  const code = result.kind === 'answered' ? String(result.status) : result.kind
  tally?.count('resit_authority_requests_total', { endpoint, code })
  if (result.kind !== 'answered') return result
  return { ...result, askedMs: askedPauseMs(retryAfterSeconds(result.headers('retry-after'), clock.now())) }
}

export interface RequestWithToken extends Pick<HttpAsk, 'method' | 'url' | 'mayStillSend'> {
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export const addBearerToken = ({ method, url, token, headers, body, mayStillSend }: RequestWithToken): HttpAsk => ({
  method,
  url,
  headers: {
    accept: 'application/json',
    'accept-language': 'en',
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  },
  ...(body !== undefined && { body }),
  ...(mayStillSend && { mayStillSend }),
})

/** The weekdays of the three forms of RFC 9110 5.6.7: `Date` accepts other texts, too. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /

/** Null if the header is missing or unreadable. */
function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header)
  const at = httpDate.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

export const emptyAnswerTrace: AnswerTrace = { httpStatus: null, correlationId: null, answer: null }

export interface OutcomeAndAdvice {
  readonly outcome: Outcome
  readonly advice: SendingAdvice
}

export const goOnAdvice: SendingAdvice = { kind: 'go_on' }
export const pauseAdvice = (askedMs: number | null, attention: 'company_not_ready' | null = null) =>
  ({ kind: 'pause', askedMs, attention }) as const satisfies SendingAdvice
export const unsentOutcome = (reason: UnsentReason, advice: SendingAdvice): OutcomeAndAdvice => ({
  outcome: { kind: 'unsent', reason },
  advice,
})
export const doubtOutcome = (reason: DoubtReason, advice: SendingAdvice): OutcomeAndAdvice => ({
  outcome: { kind: 'inDoubt', reason },
  advice,
})

export function noAnswerOutcome(result: NoAnswer): OutcomeAndAdvice {
  switch (result.kind) {
    case 'not_connected':
      return unsentOutcome('not_connected', pauseAdvice(null))
    case 'too_late':
      return unsentOutcome('deadline_passed', goOnAdvice)
    case 'broken':
      return doubtOutcome(result.reason === 'timed_out' ? 'timed_out' : 'connection_broken', pauseAdvice(null))
  }
}

export function builtDocumentOf(text: string): BuiltDocument {
  const bytes = Buffer.from(text, 'utf8')
  return { bytes, sha256: hash('sha256', bytes) }
}

const noMessage = 'The tax authority gave no reason.'

/** The errors, at least one, each with a message. @param code for the error that stands for none */
export function nonEmptyErrors(told: readonly AuthorityError[], code = ''): readonly AuthorityError[] {
  const errors = told.length > 0 ? told : [{ code, message: '', field: '' }]
  return errors.map((error) => (error.message.trim() === '' ? { ...error, message: noMessage } : error))
}

/** The authority's own answers nest twelve deep. */
const deepest = 64
const bracketOrText = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs

/** @returns undefined if it is not JSON, or nests so deep that parsing would keep tills waiting */
export function parsedJson(text: string): unknown {
  try {
    return isTooDeep(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(bracketOrText)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}
