import { Fault } from '../../../../shared/api/faults.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { type singleEndpoints } from '../../../../shared/api/single-endpoints.ts'
import { isGeneralTin, isTin, normalizeIdNumber } from '../../../../shared/document/party.ts'
import { type EpochMs } from '../../../../shared/domain/record.ts'
import { type Language, type TaxpayerCheckProblem, words } from '../../../../shared/words/words.ts'
import { type Authority } from '../../authority/port.ts'
import { type Caller } from '../../http/access.ts'
import { type CallOf, ok, type ReplyOf } from '../../http/call.ts'
import { KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import { type Clock } from '../../ports.ts'
import {
  type Acts,
  type Companies,
  type CompanyProfile,
  type Taxpayer,
  type VerifiedTaxpayers,
} from '../../store/port/port.ts'

const keepMs = 30 * 24 * 3_600_000

export interface TaxpayerDeps {
  readonly authority: Pick<Authority, 'validateTaxpayer' | 'searchTaxpayer' | 'name'>
  readonly taxpayers: VerifiedTaxpayers
  readonly companies: Companies
  readonly acts: Acts
  readonly clock: Clock
  readonly digest: (text: string) => string
}

export type ValidateTin = (
  ask: Pick<CallOf<(typeof singleEndpoints)['tinValidation']>, 'caller' | 'body' | 'language'>,
) => Promise<ReplyOf<(typeof singleEndpoints)['tinValidation']>>

export type SearchTin = (
  ask: Pick<CallOf<(typeof singleEndpoints)['tinSearch']>, 'caller' | 'query'>,
) => Promise<ReplyOf<(typeof singleEndpoints)['tinSearch']>>

/**
 * Remembers a verified taxpayer, and slows down a caller that repeats (interface 4.1, contract 9): this is meant for
 * when a customer's record is made.
 */
export function tinValidation(deps: TaxpayerDeps): ValidateTin {
  const identical = KeyedRateLimiter.perMinute(10)
  const uncached = KeyedRateLimiter.perMinute(60)
  return async ({ caller, body, language }) => {
    const taxpayer = { tin: body.customer_tin, idType: body.customer_idtype, idNumber: body.customer_idnum }
    assertNoWait(identical.take(`${caller.id} ${taxpayer.tin} ${taxpayer.idType} ${taxpayer.idNumber}`))
    await note(deps, caller, 'tin_validated', taxpayer)
    if (isGeneralTin(taxpayer.tin)) return refusal('general', language)
    if (!isTin(taxpayer.tin)) return refusal('malformed', language)
    const now = deps.clock.now()
    const verifiedAt = await deps.taxpayers.verifiedAt(taxpayer)
    if (verifiedAt !== null && now - verifiedAt < keepMs) return verified(verifiedAt, true)
    assertNoWait(uncached.take(caller.id))
    const verdict = await deps.authority.validateTaxpayer(await companyProfileOf(deps, caller), taxpayer)
    switch (verdict.kind) {
      case 'valid':
        await deps.taxpayers.verified(taxpayer, now)
        return verified(now, false)
      case 'mismatch':
      case 'malformed':
        return refusal(verdict.kind, language)
      case 'throttled':
        throw throttled(verdict.askedMs ?? 60_000)
      case 'unavailable':
        throw authorityUnavailable(deps.authority)
    }
  }
}

/** An act that is written down, and not a directory (interface 4.1). */
export function tinSearch(deps: TaxpayerDeps): SearchTin {
  const searches = KeyedRateLimiter.perMinute(10)
  return async ({ caller, query }) => {
    const { customer_idtype: idType, customer_idnum: idNumber } = query
    const number = { idType, idNumber: normalizeIdNumber(idType, idNumber) }
    assertNoWait(searches.take(caller.id))
    await note(deps, caller, 'tin_searched', number)
    const found = await deps.authority.searchTaxpayer(await companyProfileOf(deps, caller), number)
    switch (found.kind) {
      case 'found':
        return ok({ customer_tin: found.tin, customer_idtype: number.idType, customer_idnum: number.idNumber })
      case 'none':
        throw new Fault('taxpayer_not_found')
      case 'ambiguous':
        throw new Fault('taxpayer_ambiguous')
      case 'throttled':
        throw throttled(found.askedMs ?? 60_000)
      case 'unavailable':
        throw authorityUnavailable(deps.authority)
    }
  }
}

const verified = (at: EpochMs, cached: boolean) =>
  ok({ response_msg: '', valid: true, cached, verified_at: toIsoTime(at) })

const refusal = (why: TaxpayerCheckProblem, language: Language) =>
  ok({ response_msg: words[language].taxpayer[why], valid: false, cached: false, verified_at: null })

/** A digest in place of the number shows who asked for the same one again and again. */
async function note(deps: TaxpayerDeps, caller: Caller, type: string, { idType, idNumber }: Omit<Taxpayer, 'tin'>) {
  const facts = { idType, digest: deps.digest(`${idType} ${idNumber}`) }
  await deps.acts.add({ at: deps.clock.now(), by: caller.by, type, facts })
}

export const authorityUnavailable = ({ name }: Pick<Authority, 'name'>): Fault =>
  new Fault('authority_unavailable', { values: { authority: name } })

export function throttled(waitMs: number): Fault {
  const seconds = Math.ceil(waitMs / 1000)
  return new Fault('too_many_requests', { retryAfterSeconds: seconds, values: { seconds: String(seconds) } })
}

/** @throws Fault too_many_requests if the caller must wait */
export function assertNoWait(waitMs: number): void {
  if (waitMs > 0) throw throttled(waitMs)
}

/** The caller's own company, or the first if the caller has none. */
export async function companyProfileOf(
  { companies }: { readonly companies: Pick<Companies, 'list' | 'byGuid'> },
  { companyGuid }: Caller,
): Promise<CompanyProfile> {
  const company = companyGuid === null ? (await companies.list())[0] : await companies.byGuid(companyGuid)
  if (!company) throw new Fault('authority_unavailable')
  return company.profile
}
