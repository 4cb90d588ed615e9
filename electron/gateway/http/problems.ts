import { Fault, faults, isRetryable } from '../../../shared/api/faults.ts'
import type { WireProblem } from '../../../shared/api/shapes/problem.ts'
import { type Language, say } from '../../../shared/words/words.ts'
import { StorageFailure, type StorageTrouble } from '../store/refusal.ts'

/** The error answer in the caller's language (RFC 9457). */
export function problemOf({ code, details }: Fault, instance: string, language: Language): WireProblem {
  if (details.told) return { ...details.told, instance }
  const { status, title } = faults[code]
  return {
    type: `urn:resit:problem:${code}`,
    title,
    status,
    detail: details.says
      ? say(language, 'status', details.says, details.values)
      : say(language, 'fault', code, details.values),
    code,
    retryable: isRetryable(code) && !details.isLasting,
    instance,
    errors: (details.entries ?? []).map(({ pointer, code: finding, values }) => ({
      pointer,
      code: finding,
      message: say(language, 'finding', finding, values),
    })),
    ...(details.record && { record: details.record }),
  }
}

export function faultHeadersOf({ code, details }: Fault): Record<string, string> {
  const headers: Record<string, string> = {}
  if (code === 'unauthorized') headers['www-authenticate'] = 'Bearer'
  if (details.allowedMethods) headers['allow'] = details.allowedMethods.join(', ')
  if (details.retryAfterSeconds !== undefined) headers['retry-after'] = String(details.retryAfterSeconds)
  return headers
}

/** A failing disk is tried again in seconds; the other troubles need a person. */
const retryAfterSeconds: Readonly<Record<StorageTrouble, number>> = {
  failing: 5,
  unreachable: 5,
  busy: 5,
  full: 60,
  read_only: 300,
}

const storageFault = (cause: StorageFailure): Fault =>
  new Fault('storage_unavailable', {
    says: `storage_${cause.trouble}`,
    retryAfterSeconds: retryAfterSeconds[cause.trouble],
    cause,
  })

/** An error that we did not foresee is our own. */
export function toFault(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown
  if (thrown instanceof StorageFailure) return storageFault(thrown)
  return new Fault('internal_error', { cause: thrown })
}
