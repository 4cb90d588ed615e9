import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Companies, CompanyProfile } from '../../store/port/port.ts'

/** @returns what can be set up with it */
type IssueCertificate = (company: CompanyProfile) => Promise<{ readonly pkcs12: Uint8Array; readonly password: string }>

/**
 * A certificate for a company that the practice authority trusts, to rehearse how a real one is set up.
 * @param issueCertificate null where a real authority is connected: nobody would trust it there
 */
export const issuePracticeCertificate =
  (
    companies: Pick<Companies, 'byCode'>,
    issueCertificate: IssueCertificate | null,
  ): OperatorHandler<'practiceCertificate'> =>
  async ({ body }) => {
    if (!issueCertificate) throw new Fault('route_not_found')
    const { company: code } = body
    const company = await companies.byCode(code)
    if (!company) throw new Fault('company_not_found')
    const { pkcs12, password } = await issueCertificate(company.profile)
    return ok({ company: code, certificate: Buffer.from(pkcs12).toString('base64'), password })
  }
