/** What a token may do (contract 3). */
export const scopes = ['submit', 'read', 'void', 'cancel', 'taxpayer', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** `any`: every valid token may. */
export type Demand = Scope | 'any'

export const roles = {
  cashier: ['submit', 'read', 'taxpayer'],
  supervisor: ['submit', 'read', 'taxpayer', 'void', 'cancel'],
  owner: ['submit', 'read', 'taxpayer', 'void', 'cancel', 'admin'],
} as const satisfies Record<string, readonly Scope[]>
