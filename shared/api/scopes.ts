/** What a token may do (contract 3). */
export const scopes = ['submit', 'read', 'void', 'cancel', 'taxpayer', 'monitor', 'admin'] as const
export type Scope = (typeof scopes)[number]

/**
 * `any`: every valid token. `open`: no token. `person`: everyone who signed in, in any role, also while the session is
 * locked.
 */
export type RequiredScope = Scope | 'any' | 'open' | 'person'

export const roleScopes = {
  cashier: ['submit', 'read', 'taxpayer'],
  supervisor: ['submit', 'read', 'taxpayer', 'void', 'cancel'],
  owner: ['submit', 'read', 'taxpayer', 'void', 'cancel', 'admin'],
} as const satisfies Record<string, readonly Scope[]>

export type Role = keyof typeof roleScopes
export const roleNames = Object.keys(roleScopes) as [Role, ...Role[]]

/** A person with it pays out above the limit for refunds, and allows others to. */
export const overLimitScope = 'cancel' satisfies Scope

/** Acts that a supervisor can approve once, by PIN. */
export const approvableActs = ['void', 'cancel'] as const satisfies readonly Scope[]
export type ApprovableAct = (typeof approvableActs)[number]
