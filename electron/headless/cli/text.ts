import type { QueueAndHealth } from './queue.ts'

/** Answers of the operator API as lines for a terminal. */

interface TokenShown {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly company: string | null
}

const tokenLine = ({ id, name, scopes, company }: TokenShown) =>
  `${id}  ${name}  ${scopes.join(',')}  ${company ?? 'all companies'}`

export const tokenText = (token: TokenShown & { readonly token: string }): string =>
  `${tokenLine(token)}\n${token.token}\nKeep it now: it is not shown again.`

export const tokensText = ({
  items,
}: {
  readonly items: readonly (TokenShown & { readonly last_used_at: string | null; readonly revoked_at: string | null })[]
}): string =>
  lines(
    items.map(
      (token) =>
        `${tokenLine(token)}  ${token.revoked_at ? `revoked ${token.revoked_at}` : `last used ${token.last_used_at ?? 'never'}`}`,
    ),
    'There are no tokens. Make one with “resit token create”.',
  )

interface CompanyShown {
  readonly COMPANY_CODE: string
  readonly COMPANY_GUID: string
  readonly NAME: string
  readonly TIN: string
  readonly HAS_CREDENTIALS: boolean
  readonly HAS_CERTIFICATE: boolean
}

export const companyText = (company: CompanyShown): string =>
  `${company.COMPANY_CODE}  ${company.COMPANY_GUID}  ${company.NAME}  ${company.TIN}  ${company.HAS_CREDENTIALS ? 'has credentials' : 'no credentials'}${company.HAS_CERTIFICATE ? ', has a certificate' : ''}`

export const companiesText = ({ items }: { readonly items: readonly CompanyShown[] }): string =>
  lines(items.map(companyText), 'No company is set up. Import one with “resit company import FILE.json”.')

export const queueText = ({ health, ...queue }: QueueAndHealth): string =>
  [
    health.sentence,
    `waiting ${queue.waiting}${queue.oldest_waiting_at ? `, the oldest since ${queue.oldest_waiting_at}` : ''}`,
    ...(queue.to_consolidate > 0 ? [`waiting for a consolidated document ${queue.to_consolidate}`] : []),
    `in doubt ${queue.in_doubt}`,
    `last answer of the authority ${health.last_contact_at ?? 'none since the start'}`,
    ...queue.lanes.map(({ company, work, count, next_at }) => `  ${company}  ${work}  ${count}  next ${next_at}`),
    ...Object.entries(queue.attention).map(([code, count]) => `needs a person: ${code} ${count}`),
    ...queue.hindrances.map(({ company, since, message }) => `${company} since ${since}: ${message}`),
    ...health.alerts.map(({ since, message }) => `${since}: ${message}`),
  ].join('\n')

const marks = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const

export const doctorText = ({
  checks,
}: {
  readonly checks: readonly { readonly name: string; readonly verdict: keyof typeof marks; readonly message: string }[]
}): string => checks.map(({ name, verdict, message }) => `${marks[verdict]}  ${name}: ${message}`).join('\n')

const lines = (all: readonly string[], none: string): string => (all.length > 0 ? all.join('\n') : none)
