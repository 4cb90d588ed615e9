import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { practiceCertificateAsk } from '../../../shared/catalogue/shapes/operator.ts'
import { type Handler, ok } from '../http/call.ts'
import type { Companies, CompanyProfile } from '../store/port.ts'

export interface IssueParts {
  readonly companies: Companies
  /** Null where a real authority is connected: nobody would trust it there. */
  readonly issueCertificate:
    | ((company: CompanyProfile) => Promise<{ readonly pkcs12: Uint8Array; readonly password: string }>)
    | null
}

/** A certificate for a company that the practice authority trusts, to rehearse how a real one is set up. */
export const issuePracticeCertificate =
  ({ companies, issueCertificate }: IssueParts): Handler =>
  async ({ body }) => {
    if (!issueCertificate) throw new Fault('route_not_found')
    const { company: code } = body as z.output<typeof practiceCertificateAsk>
    const company = await companies.byCode(code)
    if (!company) throw new Fault('company_not_found')
    const { pkcs12, password } = await issueCertificate(company.profile)
    return ok({ company: code, certificate: Buffer.from(pkcs12).toString('base64'), password })
  }
