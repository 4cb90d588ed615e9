/** Made by build/vite.config.ts from the theme. */
declare module 'virtual:theme.css'

/** Made by build/vite.config.ts from the catalogue: paths and needs of each call, without the schemas. */
declare module 'virtual:paths' {
  // A module that is declared here cannot import by a relative path.
  // oxlint-disable-next-line typescript/consistent-type-imports
  type Endpoint = import('../shared/api/endpoint.ts').EndpointId
  // oxlint-disable-next-line typescript/consistent-type-imports
  type Call = import('../shared/api/operator.ts').OperatorCallId

  interface Called {
    readonly method: 'GET' | 'POST'
    readonly path: `/${string}`
  }
  const paths: {
    readonly interface: Readonly<Record<Endpoint, Called>>
    readonly operator: Readonly<Record<Call, Called & { readonly ownerPin: 'each' | 'settings' | null }>>
  }
  export default paths
}

/** Made by build/vite.config.ts from the lock file. */
declare module 'virtual:licences' {
  interface Licence {
    readonly name: string
    readonly version: string
    readonly licence: string
  }
  const licences: readonly Licence[]
  export default licences
}
