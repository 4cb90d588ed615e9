import { registerHooks } from 'node:module'

// All imports of `electron`, also those of packages, get the stub.
const stub = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: stub, shortCircuit: true } : next(specifier, context),
})
