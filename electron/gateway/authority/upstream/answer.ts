import { z } from 'zod'
import type { AuthorityError } from '../../../../shared/domain/record.ts'
import { reasonsFrom } from '../reasons.ts'

/** What another gateway answers, read as loosely as our own needs allow: it may be newer than this one. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const text = z.string().max(10_000)
const maybeText = text.nullish()

export const record = z.object({
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

export const page = z.object({ items: z.array(z.unknown()), paging: z.object({ next: maybeText }) })

export const taxpayerVerdict = z.object({ response_msg: text, valid: z.boolean().nullish() })
export const foundTaxpayer = z.object({ customer_tin: text.min(1) })

const problem = z.object({
  code: text.min(1),
  detail: text.nullish(),
  errors: z.array(z.object({ pointer: text, code: text, message: text })).nullish(),
  record: z.unknown().optional(),
})
export type UpstreamProblem = z.output<typeof problem>

/** @returns null where the answer is not the gateway's own: something in between may have written it */
export function problemIn(json: unknown): UpstreamProblem | null {
  const parsed = problem.safeParse(json)
  return parsed.success ? parsed.data : null
}

/** The record, where the answer is one and of this document. */
export function recordIn(json: unknown, saleGuid: string): UpstreamRecord | null {
  const parsed = record.safeParse(json)
  return parsed.success && parsed.data.SALE_GUID.toLowerCase() === saleGuid ? parsed.data : null
}

/** Why the gateway did not take a document, each fault with its place in the body. */
export const errorsOf = ({ code, detail, errors }: UpstreamProblem): readonly AuthorityError[] =>
  reasonsFrom(
    errors && errors.length > 0
      ? errors.map(({ pointer, code: fault, message }) => ({ code: fault, message, field: pointer }))
      : [{ code, message: detail ?? '', field: '' }],
  )

/** Milliseconds since the epoch; null where there is none. */
export function instantOf(value: string | null | undefined): number | null {
  const instant = Date.parse(value ?? '')
  return Number.isNaN(instant) ? null : instant
}

/** When the document was cancelled, as the other gateway has it; nothing where it does not say. */
export function cancelledAtIn(shown: UpstreamRecord): { readonly cancelledAt?: number } {
  const cancelledAt = instantOf(shown.CANCELLED_AT)
  return cancelledAt === null ? {} : { cancelledAt }
}
