// npm run gateway. No TypeScript: what Node takes the types out with takes of memory and time is not needed
// where it remembers what it made of the few sources that say whether something has to be built.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/resit', import.meta.url)))
await import('./gateway.ts')
