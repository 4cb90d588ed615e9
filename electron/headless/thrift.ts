import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** Among the packages: who may write there may write them too, so it is trusted no more than they are. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/resit', import.meta.url))

/**
 * Makes Node sparing of time and memory, for this process and its threads: a gateway shares a small computer with a
 * till. To be called before the gateway is loaded.
 */
export function beThrifty(): void {
  // What Node made of the sources at earlier starts: nearly half the work of a start, and 15 MB of its tools.
  enableCompileCache(compiled)
  process.env['NODE_COMPILE_CACHE'] = compiled
  // By so many percent of what is in use; on a large computer V8 would wait until it is four times as much. With 100
  // intake is a twentieth faster, and a full queue needs 30 MB more than a small computer should give.
  setFlagsFromString('--heap-growing-percent=30')
}

/** Given to Node as arguments where they can be; V8 reads them when it makes such code. */
export const steadyFlags = ['--no-wasm-code-gc', '--wasm-wrapper-tiering-budget=1000000000'] as const

/**
 * Node takes the types out of our sources with WebAssembly, and V8 13.6 now and then ends the process when two threads
 * load sources at the same moment: it frees code that the other one is about to use. So none is replaced or freed. To
 * be called before the gateway is loaded.
 */
export function beSteady(): void {
  for (const flag of steadyFlags) setFlagsFromString(flag)
}

/**
 * What a start needed for new objects is enough (32 MB): under load V8 would take 128 MB, which saves no time that can
 * be measured. To be called when the gateway is ready; before, the small space would make the start slower.
 */
export function stayThrifty(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
