import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Companies, CompanyProfile } from '../../store/port/port.ts'

/** @returns what can be set up with it */
type IssueCertificate = (company: CompanyProfile) => Promise<{ readonly pkcs12: Uint8Array; readonly password: string }>

export interface CertificateDeps {
  readonly companies: Pick<Companies, 'byCode'>
  /** Null if a real authority is connected, which would not trust the certificate. */
  readonly issueCertificate: IssueCertificate | null
}

/** A certificate for a company that the practice authority trusts, to rehearse how a real one is set up. */
export const issuePracticeCertificate =
  ({ companies, issueCertificate }: CertificateDeps): OperatorHandler<'practiceCertificate'> =>
  async ({ body }) => {
    if (!issueCertificate) throw new Fault('route_not_found')
    const { company: code } = body
    const company = await companies.byCode(code)
    if (!company) throw new Fault('company_not_found')
    const { pkcs12, password } = await issueCertificate(company.profile)
    return ok({ company: code, certificate: Buffer.from(pkcs12).toString('base64'), password })
  }
