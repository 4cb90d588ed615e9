import type { DoubtReason, Outcome, UnsentReason } from '../../../../shared/domain/outcome.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { Advice, BatchItem, MayStillSend, SubmitAnswer } from '../port.ts'
import { errorsOf, recordIn } from './answer.ts'
import { type Api, type ApiAnswer, type ApiResult, exchangeOf } from './api.ts'
import { submissionUidOf, uuidOf } from './reference.ts'

/** Sends one document and says what is proven about it (contract 5). */
export async function submitDocument(
  api: Api,
  company: CompanyProfile,
  item: BatchItem,
  mayStillSend: MayStillSend,
): Promise<SubmitAnswer> {
  const result = await api.call({
    method: 'POST',
    path: `/${item.family}/${item.kind}_submission`,
    body: Buffer.from(item.bytes).toString('utf8'),
    mayStillSend,
  })
  const { outcome, advice } = result.kind === 'answered' ? fromAnswer(result, item, company) : withoutAnswer(result)
  return { outcomes: [outcome], advice, exchange: exchangeOf(result) }
}

interface Judged {
  readonly outcome: Outcome
  readonly advice: Advice
}

const goOn: Advice = { kind: 'go_on' }
const pause = (askedMs: number | null): Advice => ({ kind: 'pause', askedMs, attention: null })
const notReady: Advice = { kind: 'pause', askedMs: null, attention: 'company_not_ready' }
const unsent = (reason: UnsentReason, advice: Advice): Judged => ({ outcome: { kind: 'unsent', reason }, advice })
const inDoubt = (reason: DoubtReason, advice: Advice): Judged => ({ outcome: { kind: 'inDoubt', reason }, advice })

function withoutAnswer(result: Exclude<ApiResult, ApiAnswer>): Judged {
  switch (result.kind) {
    case 'not_connected':
      return unsent('not_connected', pause(null))
    case 'too_late':
      return unsent('deadline_passed', goOn)
    case 'broken':
      return inDoubt(result.reason === 'timed_out' ? 'timed_out' : 'connection_broken', pause(null))
  }
}

function fromAnswer(answer: ApiAnswer, { saleGuid }: BatchItem, company: CompanyProfile): Judged {
  const { status, json, problem, askedMs } = answer
  if (status === 200 || status === 202) {
    const record = recordIn(json, saleGuid)
    if (!record) return inDoubt('unreadable_answer', pause(null))
    const submissionUid = submissionUidOf(record, company)
    return { outcome: { kind: 'accepted', uuid: uuidOf(record, saleGuid), submissionUid }, advice: goOn }
  }
  if (status < 300) return inDoubt('unreadable_answer', pause(null))
  if (status < 400) return inDoubt('redirected', pause(askedMs))
  switch (status) {
    case 401:
      return unsent('not_authenticated', notReady)
    case 403:
      return unsent('not_permitted', notReady)
    case 404:
    case 405:
    case 421:
      return unsent('endpoint_missing', notReady)
    case 413:
      return unsent('too_large', pause(askedMs))
    case 429:
      return unsent('throttled', pause(askedMs))
    case 503:
      // "Nothing was kept" is only proven where the gateway itself says it.
      if (problem?.code === 'storage_unavailable') return unsent('throttled', pause(askedMs))
      return inDoubt('server_error', pause(askedMs))
    case 400:
    case 409:
    case 415:
    case 422:
      if (!problem) return inDoubt('unreadable_answer', pause(askedMs))
      return { outcome: { kind: 'rejected', errors: errorsOf(problem) }, advice: goOn }
    default:
      return inDoubt('server_error', pause(askedMs))
  }
}
