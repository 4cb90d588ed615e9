/** Each has its own documents (contract 1). */
export const installationNames = ['practice', 'sandbox', 'production'] as const
export type InstallationName = (typeof installationNames)[number]

/** Installations that are set up on the screens. */
export const preparedNames = ['sandbox', 'production'] as const satisfies readonly InstallationName[]
export type PreparedName = (typeof preparedNames)[number]

/** Where a taxpayer registers its software at MyInvois. */
export const portals = {
  sandbox: 'https://preprod.myinvois.hasil.gov.my',
  production: 'https://myinvois.hasil.gov.my',
} as const satisfies Record<PreparedName, string>
