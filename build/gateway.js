// npm run gateway. This file is JavaScript, so that the compile cache is on before the first TypeScript file: then Node need not
// take the types out of the few sources that decide whether to build.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/resit', import.meta.url)))
await import('./gateway.ts')
