import { z } from 'zod'
import { apis } from '../http/rate-limits.ts'

/** How often the fault strikes before it goes away by itself; without it, until it is cleared. */
const times = z.int().min(1).max(1_000_000).optional()
/** Which requests it strikes. */
const on = z.enum([...apis, 'any'] as const).optional()
const serverError = z.literal([500, 502, 503, 504]).optional()

const longestMs = 31 * 86_400_000

const shape = z.discriminatedUnion('kind', [
  /** Nobody is there: `dropped` cuts every connection, `refused` takes none at all. Default dropped. */
  z.strictObject({ kind: z.literal('away'), how: z.enum(['dropped', 'refused']).optional() }),
  /** Away, every connection cut, until so much of the practice time has passed. */
  z.strictObject({ kind: z.literal('away_for'), minutes: z.number().positive().max(1_000_000) }),
  /** Takes the request, does nothing with it and never answers. */
  z.strictObject({ kind: z.literal('timeout_before'), times, on }),
  /** Does what was asked, and never answers. */
  z.strictObject({ kind: z.literal('timeout_after'), times, on }),
  /** A server error instead of doing what was asked. */
  z.strictObject({ kind: z.literal('error_before'), status: serverError, times, on }),
  /** Does what was asked and answers with a server error all the same. */
  z.strictObject({ kind: z.literal('error_after'), status: serverError, times, on }),
  /** Answers 429 for so many seconds. */
  z.strictObject({ kind: z.literal('throttle'), seconds: z.number().positive().max(86_400), on }),
  /** Does not take the token; once unless told otherwise. */
  z.strictObject({ kind: z.literal('expired_token'), times, on }),
  /** Rejects every second document of a batch. */
  z.strictObject({ kind: z.literal('partial'), times }),
  /** The background validation takes this long for what comes in now. */
  z.strictObject({ kind: z.literal('slow_validation'), ms: z.number().min(0).max(longestMs) }),
  /** Valid documents are shown without their long id for so long, as the real one has been seen to do (myinvois 13). */
  z.strictObject({ kind: z.literal('late_long_id'), ms: z.number().min(0).max(longestMs) }),
  /** Documents are given back in another form than they came in: spread over lines, or in base64. */
  z.strictObject({ kind: z.literal('raw_form'), form: z.literal(['pretty', 'base64']) }),
  /** Whoever signs in gets a token of this taxpayer, as with the credentials of another company; `told`: it says so. */
  z.strictObject({ kind: z.literal('foreign_token'), tin: z.string().min(1).max(14), told: z.boolean().optional() }),
  /** So much of the limits of requests a minute is left: the sandbox has lower ones than production (myinvois 13). */
  z.strictObject({ kind: z.literal('low_limits'), share: z.number().positive().max(1) }),
  /** The issuer cancels a document on the portal, now. */
  z.strictObject({ kind: z.literal('portal_cancel'), uuid: z.string().min(1).max(100) }),
  /** Its clock is wrong by so much, and shows it. */
  z.strictObject({
    kind: z.literal('wrong_clock'),
    offsetMs: z
      .int()
      .min(-31 * 86_400_000)
      .max(31 * 86_400_000),
  }),
])

export type Fault = z.output<typeof shape>
export type FaultKind = Fault['kind']

export const faultKinds = shape.options.map((option) => option.shape.kind.value)

/** @returns what is wrong with it where it is no fault we know */
export function parseFault(
  given: unknown,
): { readonly fault: Fault } | { readonly issues: readonly z.core.$ZodIssue[] } {
  const parsed = shape.safeParse(given)
  return parsed.success ? { fault: parsed.data } : { issues: parsed.error.issues }
}
