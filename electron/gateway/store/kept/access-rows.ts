import type { Scope } from '../../../../shared/api/scopes.ts'
import type { CompanyRules } from '../../../../shared/document/check.ts'
import type { Act, Company, CompanyProfile, Token } from '../port/port.ts'

export interface CompanyRow {
  readonly profile: string
  readonly rules: string
  readonly updated_at: number
}

export const companyOf = (row: CompanyRow): Company => ({
  profile: JSON.parse(row.profile) as CompanyProfile,
  rules: JSON.parse(row.rules) as CompanyRules,
  updatedAt: row.updated_at,
})

/** A row of `token` with the GUID of its company. */
export interface TokenRow extends Omit<Token, 'scopes'> {
  readonly scopes: string
}

export const tokens = `SELECT token.id, name, scopes, company.guid AS "companyGuid", token.created_at AS "createdAt",
    last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM token LEFT JOIN company ON company.id = company_id`

export const reports = `SELECT token.id, name, company.guid AS "companyGuid", report, reported_at AS "heardAt"
  FROM token LEFT JOIN company ON company.id = company_id
  WHERE report IS NOT NULL AND revoked_at IS NULL ORDER BY name, token.id`

export const tokenOf = (row: TokenRow): Token => ({ ...row, scopes: JSON.parse(row.scopes) as Scope[] })

export interface ActRow extends Omit<Act, 'facts'> {
  readonly seq: number
  readonly facts: string
}

export const actOf = (row: ActRow) => ({ ...row, facts: JSON.parse(row.facts) as Act['facts'] })

/** Of these a line proves the value, too: whose documents these are, and that a person does not want them sent now. */
export const isProved = (setting: string): boolean => setting === 'authority' || setting.startsWith('sending_paused ')
