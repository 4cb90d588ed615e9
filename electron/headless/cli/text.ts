import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import type { QueueAndHealth } from './queue.ts'

/** Answers of the operator API as lines for a terminal. */

type TokenShown = Pick<OperatorAnswer<'createToken'>, 'id' | 'name' | 'scopes' | 'company'>

const tokenLine = ({ id, name, scopes, company }: TokenShown) =>
  `${id}  ${name}  ${scopes.join(',')}  ${company ?? 'all companies'}`

export const tokenText = (token: OperatorAnswer<'createToken'>): string =>
  `${tokenLine(token)}\n${token.token}\nKeep it now: it is not shown again.`

export const tokensText = ({ items }: OperatorAnswer<'listTokens'>): string =>
  lines(
    items.map(
      (token) =>
        `${tokenLine(token)}  ${token.revoked_at ? `revoked ${token.revoked_at}` : `last used ${token.last_used_at ?? 'never'}`}`,
    ),
    'There are no tokens. Make one with “resit token create”.',
  )

export const companyText = (company: OperatorAnswer<'importCompany'>): string =>
  `${company.COMPANY_CODE}  ${company.COMPANY_GUID}  ${company.NAME}  ${company.TIN}  ${company.HAS_CREDENTIALS ? 'has credentials' : 'no credentials'}${company.HAS_CERTIFICATE ? ', has a certificate' : ''}`

export const companiesText = ({ items }: OperatorAnswer<'listCompanies'>): string =>
  lines(items.map(companyText), 'No company is set up. Import one with “resit company import FILE.json”.')

export const queueText = ({ health, ...queue }: QueueAndHealth): string =>
  [
    health.message,
    `unsent ${queue.unsent}${queue.oldest_unsent_at ? `, the oldest since ${queue.oldest_unsent_at}` : ''}`,
    ...(queue.unconsolidated > 0 ? [`waiting for a consolidated document ${queue.unconsolidated}`] : []),
    `in doubt ${queue.in_doubt}`,
    `last answer of the authority ${health.last_contact_at ?? 'none since the start'}`,
    ...queue.lanes.map(({ company, work, count, next_at }) => `  ${company}  ${work}  ${count}  next ${next_at}`),
    ...Object.entries(queue.attention).map(([code, count]) => `needs a person: ${code} ${count}`),
    ...queue.hindrances.map(({ company, since, message }) => `${company} since ${since}: ${message}`),
    ...health.alerts.map(({ since, message }) => `${since}: ${message}`),
  ].join('\n')

const marks = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const

export const doctorText = ({ checks }: OperatorAnswer<'doctor'>): string =>
  checks.map(({ name, verdict, message }) => `${marks[verdict]}  ${name}: ${message}`).join('\n')

const lines = (all: readonly string[], none: string): string => (all.length > 0 ? all.join('\n') : none)
