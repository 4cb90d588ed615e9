import type { z } from 'zod'
import type { outletNamed } from '../../../../shared/api/operator/session.ts'
import type { Outlet } from '../../../../shared/domain/outlet.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Companies } from '../../store/port/port.ts'

type Named = z.output<typeof outletNamed>

/**
 * Outlets as they are kept, each once. One that never sold anything may be named: it opens next week.
 * @throws Fault validation_failed where there is no such company
 */
export async function outletsNamed(
  companies: Pick<Companies, 'byCode'>,
  given: readonly Named[],
): Promise<readonly Outlet[]> {
  const found = await Promise.all(
    given.map(async ({ company }) => (await companies.byCode(company))?.profile.companyGuid),
  )
  const unknown = found.flatMap((guid, at) =>
    guid === undefined ? [{ pointer: `/outlets/${at}/company`, code: 'company_unknown' } as const] : [],
  )
  if (unknown.length > 0) throw validationFailed(unknown)
  const outlets = given.map(({ outlet }, at) => ({ companyGuid: found[at] ?? '', outletName: outlet }))
  return [...new Map(outlets.map((outlet) => [JSON.stringify(outlet), outlet])).values()]
}

/** @returns nothing for whoever sees all */
export async function shownOutlets(
  companies: Pick<Companies, 'list'>,
  outlets: readonly Outlet[],
): Promise<{ readonly outlets?: Named[] }> {
  if (outlets.length === 0) return {}
  const codes = new Map((await companies.list()).map(({ profile }) => [profile.companyGuid, profile.companyCode]))
  return {
    outlets: outlets.map(({ companyGuid, outletName }) => ({
      company: codes.get(companyGuid) ?? '',
      outlet: outletName,
    })),
  }
}
