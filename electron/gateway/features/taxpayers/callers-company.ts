import { Fault } from '../../../../shared/api/faults.ts'
import type { Caller } from '../../http/access.ts'
import type { Companies, CompanyProfile } from '../../store/port/port.ts'

/** Asked again too early. */
export function throttled(waitMs: number): Fault {
  const seconds = Math.ceil(waitMs / 1000)
  return new Fault('too_many_requests', { retryAfterSeconds: seconds, values: { seconds: String(seconds) } })
}

/** @throws Fault too_many_requests where there is something to wait for */
export function throttle(waitMs: number): void {
  if (waitMs > 0) throw throttled(waitMs)
}

/** Whose connection to the authority asks: the caller's own company, or the first where it has none. */
export async function companyFor(
  { companies }: { readonly companies: Pick<Companies, 'list' | 'byGuid'> },
  { companyGuid }: Caller,
): Promise<CompanyProfile> {
  const company = companyGuid === null ? (await companies.list())[0] : await companies.byGuid(companyGuid)
  if (!company) throw new Fault('authority_unavailable')
  return company.profile
}
