import { type FieldFault, faultsOfCodes } from '../../../../shared/api/faults.ts'
import type { CodeLookup } from '../../../../shared/document/codes.ts'
import { seesCompany } from '../../../../shared/domain/outlet.ts'
import type { Caller } from '../../http/access.ts'
import type { Companies } from '../../store/port/port.ts'
import { mapCodes } from '../../stored-sale.ts'

interface FaultyCodesDeps {
  readonly codes: { readonly statusOf: CodeLookup }
  readonly companies: Pick<Companies, 'byCode'>
}

/** The codes of a body with other faults that are in no list and that its company does not map. */
export const findCodeFaults =
  ({ codes: { statusOf }, companies }: FaultyCodesDeps) =>
  async (json: unknown, caller: Caller): Promise<readonly FieldFault[]> => {
    const code = typeof json === 'object' && json !== null && 'COMPANY_CODE' in json ? json.COMPANY_CODE : null
    const company = typeof code === 'string' ? await companies.byCode(code) : null
    const mapping = company && seesCompany(caller, company.profile.companyGuid) ? company.rules.codeMapping : undefined
    return faultsOfCodes(mapping ? mapCodes(json, mapping, statusOf).body : json, statusOf)
  }
