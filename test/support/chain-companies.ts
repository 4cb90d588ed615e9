import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import type { Company } from '../../electron/gateway/store/port/port.ts'

/** Invented companies of a chain. Several processes share their documents. */
export function companyOf(n: number): Company {
  const { profile, ...rest } = demoCompanyAt(Date.now())
  const digits = String(n).padStart(2, '0')
  return {
    ...rest,
    profile: {
      ...profile,
      companyGuid: `11111111-1111-4111-8111-1111111111${digits}`,
      companyCode: `SHOP${digits}`,
      tin: `C208305702${digits}`,
    },
  }
}
