import { type FieldFault, faultsOfCodes } from '../../../../shared/api/faults.ts'
import { seesCompany } from '../../../../shared/domain/outlet.ts'
import type { Caller } from '../../http/access.ts'
import { mapCodes } from '../../stored-sale.ts'
import type { SubmitDeps } from './submit.ts'

/** The codes of a body with other faults that are in no list and that its company does not map. */
export const findCodeFaults =
  ({ codes: { statusOf }, companies }: Pick<SubmitDeps, 'codes' | 'companies'>) =>
  async (json: unknown, caller: Caller): Promise<readonly FieldFault[]> => {
    const code = typeof json === 'object' && json !== null && 'COMPANY_CODE' in json ? json.COMPANY_CODE : null
    const company = typeof code === 'string' ? await companies.byCode(code) : null
    const mapping = company && seesCompany(caller, company.profile.companyGuid) ? company.rules.codeMapping : undefined
    return faultsOfCodes(mapping ? mapCodes(json, mapping, statusOf).body : json, statusOf)
  }
