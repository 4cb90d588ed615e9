import type { z } from 'zod'
import { Fault, type FaultEntry } from '../../../../shared/api/faults.ts'
import { entriesOf, validationFailed } from '../../../../shared/api/findings.ts'
import { faultKinds, parseFault } from '../../authority/practice/faults.ts'
import type { Practice } from '../../authority/practice/practice.ts'
import { type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Companies, CompanyProfile } from '../../store/port/port.ts'

/** @returns what can be set up with it */
type IssueCertificate = (company: CompanyProfile) => Promise<{ readonly pkcs12: Uint8Array; readonly password: string }>

export interface PracticeDeps {
  /** Null if a real authority is connected: that one cannot be told to misbehave. */
  readonly practice: Practice | null
  readonly companies: Pick<Companies, 'byCode'>
  /** Null if a real authority is connected, which would not trust the certificate. */
  readonly issueCertificate: IssueCertificate | null
}

export const practiceRoutes = (deps: PracticeDeps) =>
  ({
    practiceFault: rehearse(deps),
    // A certificate that the practice authority trusts, to rehearse how a real one is set up.
    practiceCertificate: async ({ body: { company } }) => {
      if (!deps.issueCertificate) throw new Fault('route_not_found')
      const known = await deps.companies.byCode(company)
      if (!known) throw new Fault('company_not_found')
      const { pkcs12, password } = await deps.issueCertificate(known.profile)
      return ok({ company, certificate: Buffer.from(pkcs12).toString('base64'), password })
    },
  }) satisfies Partial<OperatorHandlers>

/** Lets the practice authority misbehave until told otherwise, so that a shop can rehearse an outage. */
const rehearse =
  ({ practice }: PracticeDeps): OperatorHandler<'practiceFault'> =>
  async ({ body }) => {
    if (!practice) throw new Fault('route_not_found')
    const { kind } = body
    if (kind === 'none') {
      await practice.faults.clear()
      return ok({ kind })
    }
    const parsed = parseFault(body)
    if ('issues' in parsed) throw validationFailed(wrongIn(kind, parsed.issues, body))
    if (!(await practice.faults.set(parsed.fault)))
      throw validationFailed([{ pointer: '/uuid', code: 'unknown_document' }])
    return ok({ kind })
  }

const kinds: readonly string[] = [...faultKinds, 'none']

const wrongIn = (kind: string, issues: readonly z.core.$ZodIssue[], body: unknown): FaultEntry[] =>
  kinds.includes(kind)
    ? entriesOf(issues, body)
    : [{ pointer: '/kind', code: 'not_listed', values: { allowed: kinds.join(', ') } }]
