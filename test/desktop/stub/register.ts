import { registerHooks } from 'node:module'

// `electron` is what stands in for it here, for modules and for packages that require it.
const stub = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: stub, shortCircuit: true } : next(specifier, context),
})
