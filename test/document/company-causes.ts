import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { companiesRoutes } from '../../electron/gateway/features/companies/companies.ts'
import { companyRequestSchema } from '../../shared/api/operator/companies.ts'
import { noon } from '../support/records.ts'
import { aSupplier } from '../support/sales.ts'
import { type Produce, thrownBy } from './people-causes.ts'

const imported = (over: object): Produce => {
  const companies = { byGuid: async () => null, save: async () => 'code_taken' }
  const deps = { companies, codes: new Codes(), clock: { now: () => noon } } as never
  const COMPANY_GUID = '11111111-1111-4111-8111-111111111111'
  const company = { COMPANY_GUID, COMPANY_CODE: 'DEMO', ...aSupplier(), TIME_ZONE: 'Asia/Kuala_Lumpur' }
  const body = companyRequestSchema.parse({ ...company, ...over })
  return thrownBy(() => companiesRoutes(deps).importCompany({ body, caller: { by: 'control' } } as never))
}
const pieces = { LIST: 'unit', FROM: 'PCS', TO: 'H87' }

/** Why a company is not saved. */
export const companyCauses = {
  code_taken: imported({}),
  official_code: imported({ CODE_MAPPING: [{ ...pieces, FROM: 'C62' }] }),
  mapped_twice: imported({ CODE_MAPPING: [pieces, { ...pieces, TO: 'XBX' }] }),
}
