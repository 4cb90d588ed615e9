import type { z } from 'zod'
import type { Outcome } from '../../../../shared/domain/attempt.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { doubtOutcome, goOnAdvice, noAnswerOutcome, type OutcomeAndAdvice, pauseAdvice, unsentOutcome } from '../ask.ts'
import type { BatchItem, MayStillSend, SendingAdvice, SubmitAnswer } from '../port.ts'
import { submissionSchema } from './answer.ts'
import { type Api, type ApiAnswer, type ApiResult, answerTraceOf, askedPauseMsOf } from './api.ts'
import { codesIn, isForeignToken, reasonsIn, saysDuplicate } from './errors.ts'

/** Says for each document what is proven (myinvois 2, E2). */
export async function submitBatch(
  api: Api,
  company: CompanyProfile,
  batch: readonly BatchItem[],
  mayStillSend: MayStillSend,
): Promise<SubmitAnswer> {
  const result = await api.call(company, {
    method: 'POST',
    path: '/api/v1.0/documentsubmissions/',
    limit: 'submit',
    hasPermit: true,
    mayStillSend,
    body: {
      documents: batch.map(({ bytes, sha256, documentNumber }) => ({
        format: 'JSON',
        document: Buffer.from(bytes).toString('base64'),
        documentHash: sha256,
        codeNumber: documentNumber,
      })),
    },
  })
  const exchange = answerTraceOf(result)
  if (result.kind !== 'answered') return { ...forAll(batch.length, unanswered(result)), exchange }
  const answer = result.status >= 400 ? safeText(codesIn(result.json)) : null
  const judged = fromAnswer(result, batch)
  // The next try needs a new token: then it shows whether the fault was mended.
  if (judged.advice.kind === 'pause' && judged.advice.fault?.kind === 'foreign') await api.renew(company)
  return { ...judged, exchange: { ...exchange, answer } }
}

type JudgedBatch = Omit<SubmitAnswer, 'exchange'>

const forAll = (size: number, { outcome, advice }: OutcomeAndAdvice): JudgedBatch => ({
  outcomes: Array.from({ length: size }, () => outcome),
  advice,
})

const split: SendingAdvice = { kind: 'split' }

/** Not the documents' fault, so they wait (contract 10). */
const ofAnother = unsentOutcome('not_permitted', {
  ...pauseAdvice(null, 'company_not_ready'),
  fault: { kind: 'foreign', tin: null },
})

function unanswered(result: Exclude<ApiResult, ApiAnswer>): OutcomeAndAdvice {
  if (result.kind === 'held') return unsentOutcome('throttled', pauseAdvice(result.askedMs))
  if (result.kind !== 'not_signed_in') return noAnswerOutcome(result)
  const isOurs = ['refused', 'no_credentials', 'foreign'].includes(result.signIn.kind)
  return unsentOutcome('not_authenticated', pauseAdvice(askedPauseMsOf(result), isOurs ? 'company_not_ready' : null))
}

function fromAnswer(answer: ApiAnswer, batch: readonly BatchItem[]): JudgedBatch {
  const isAccepted = answer.status >= 200 && answer.status < 300
  return isAccepted ? fromAcceptance(answer, batch) : forAll(batch.length, fromRefusal(answer, batch.length))
}

function fromRefusal(answer: ApiAnswer, size: number): OutcomeAndAdvice {
  const { status, askedMs } = answer
  // The server that redirected us may have taken the document.
  if (status < 400) return doubtOutcome('redirected', pauseAdvice(askedMs))
  switch (status) {
    case 401:
      return unsentOutcome('not_authenticated', pauseAdvice(askedMs, 'company_not_ready'))
    case 403:
      return unsentOutcome('not_permitted', pauseAdvice(askedMs, 'company_not_ready'))
    case 404:
    case 405:
      return unsentOutcome('endpoint_missing', pauseAdvice(askedMs, 'company_not_ready'))
    case 429:
      return unsentOutcome('throttled', pauseAdvice(askedMs))
    case 400:
    case 413:
    case 422:
      return fromBatchRefusal(answer, size)
    default:
      return doubtOutcome('server_error', pauseAdvice(askedMs))
  }
}

/** The whole batch was refused. A document alone was refused for its own faults. */
function fromBatchRefusal({ status, json, askedMs }: ApiAnswer, size: number): OutcomeAndAdvice {
  const codes = codesIn(json)
  // The authority had the same bytes before. Of several documents it may have refused some then. The pause it asks for is
  // for these bytes alone, and they wait for longer.
  if (saysDuplicate(json))
    return size > 1 ? doubtOutcome('batch_repeated', pauseAdvice(null)) : doubtOutcome('duplicate_reported', goOnAdvice)
  // Servers on the way say this, too; a server that says it took nothing.
  if (status === 413)
    return size > 1 ? unsentOutcome('batch_refused', split) : unsentOutcome('too_large', pauseAdvice(askedMs))
  if (json === undefined) return doubtOutcome('unreadable_answer', pauseAdvice(askedMs))
  if (isForeignToken(json)) return ofAnother
  if (size > 1) return unsentOutcome('batch_refused', split)
  return { outcome: { kind: 'rejected', errors: reasonsIn(json, codes[0] ?? String(status)) }, advice: goOnAdvice }
}

function fromAcceptance({ json }: ApiAnswer, batch: readonly BatchItem[]): JudgedBatch {
  const parsed = submissionSchema.safeParse(json)
  if (!parsed.success) return forAll(batch.length, doubtOutcome('unreadable_answer', pauseAdvice(null)))
  const { submissionuid } = parsed.data
  const accepted = parsed.data.accepteddocuments ?? []
  const rejected = parsed.data.rejecteddocuments ?? []
  const uuidOf = uuidsByNumber(accepted)
  const errorOf = new Map(rejected.map((each) => [each.invoicecodenumber, each.error]))
  const outcomes = batch.map(({ documentNumber }): Outcome => {
    const uuid = uuidOf.get(documentNumber)
    if (uuid && submissionuid) return { kind: 'accepted', uuid, submissionUid: submissionuid }
    const error = errorOf.get(documentNumber)
    if (uuid === undefined && isForeignToken(error)) return ofAnother.outcome
    if (uuid === undefined && saysDuplicate(error)) return { kind: 'inDoubt', reason: 'duplicate_reported' }
    if (uuid === undefined && errorOf.has(documentNumber)) return { kind: 'rejected', errors: reasonsIn(error) }
    return { kind: 'inDoubt', reason: 'missing_in_answer' }
  })
  const sent = new Set(batch.map(({ documentNumber }) => documentNumber))
  const unknownDocuments = [...accepted, ...rejected].filter((each) => !sent.has(each.invoicecodenumber)).length
  const advice = outcomes.includes(ofAnother.outcome) ? ofAnother.advice : goOnAdvice
  return { outcomes, advice, ...(unknownDocuments > 0 && { unknownDocuments }) }
}

type Accepted = NonNullable<z.output<typeof submissionSchema>['accepteddocuments']>[number]

/** Null for a number that came twice: only a look-up can tell which document is ours. */
function uuidsByNumber(accepted: readonly Accepted[]): ReadonlyMap<string, string | null> {
  const numbersOf = new Map<string, Set<string>>()
  const uuidsOf = new Map<string, Set<string>>()
  for (const { uuid, invoicecodenumber: number } of accepted) {
    numbersOf.set(uuid, (numbersOf.get(uuid) ?? new Set()).add(number))
    uuidsOf.set(number, (uuidsOf.get(number) ?? new Set()).add(uuid))
  }
  const single = (uuids: ReadonlySet<string>): string | null => {
    const [uuid] = uuids
    return uuid !== undefined && uuids.size === 1 && numbersOf.get(uuid)?.size === 1 ? uuid : null
  }
  return new Map([...uuidsOf].map(([number, uuids]) => [number, single(uuids)]))
}

/** Only codes, because messages may quote names and numbers of people. */
const safeText = (codes: readonly string[]): string => codes.join(' ').slice(0, 500)
