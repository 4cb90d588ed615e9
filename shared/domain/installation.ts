/** Each has its own documents (contract 1). */
export const environmentKinds = ['practice', 'sandbox', 'production'] as const
export type EnvironmentKind = (typeof environmentKinds)[number]

/** Installations that are set up on the screens. */
export const myInvoisEnvironments = ['sandbox', 'production'] as const satisfies readonly EnvironmentKind[]
export type MyInvoisEnvironment = (typeof myInvoisEnvironments)[number]

/** Where a taxpayer registers its software at MyInvois. */
export const portalUrls = {
  sandbox: 'https://preprod.myinvois.hasil.gov.my',
  production: 'https://myinvois.hasil.gov.my',
} as const satisfies Record<MyInvoisEnvironment, string>
