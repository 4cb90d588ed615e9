/** Where one computer's gateway works: each keeps its documents apart from the others (contract 1). */
export const installationNames = ['practice', 'sandbox', 'production'] as const
export type InstallationName = (typeof installationNames)[number]

/** Those that are set up from the screens, one step after the other. */
export const preparedNames = ['sandbox', 'production'] as const satisfies readonly InstallationName[]
export type PreparedName = (typeof preparedNames)[number]
