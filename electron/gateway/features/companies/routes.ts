import type { companiesRows } from '../../../../shared/api/operator/companies.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type CompanyDeps, importCompany, listCompanies, setCredentials, showCompany } from './companies.ts'

export const companiesRoutes = (parts: CompanyDeps): HandlersOf<typeof companiesRows> => ({
  listCompanies: listCompanies(parts),
  showCompany: showCompany(parts),
  importCompany: importCompany(parts),
  setCredentials: setCredentials(parts),
})
