import { enableCompileCache } from 'node:module'
import { PerformanceObserver } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

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
  // By so many percent of what is in use; on a large computer V8 would wait until it is four times as much. With 30 a
  // sale costs a tenth more processor time, and the largest heap is hardly smaller.
  setFlagsFromString('--heap-growing-percent=60')
}

/** Given to Node as arguments if they can be; V8 reads them when it makes such code. */
export const steadyFlags = ['--no-wasm-code-gc', '--wasm-wrapper-tiering-budget=1000000000'] as const

/**
 * Node takes the types out of our sources with WebAssembly, and V8 13.6 now and then ends the process when two threads
 * load sources at the same moment: it frees code that the other one is about to use. So none is replaced or freed. To
 * be called before the gateway is loaded.
 */
export function beSteady(): void {
  for (const flag of steadyFlags) setFlagsFromString(flag)
}

/** Room for new objects, both halves of it; what V8 would take beyond saves no time that can be measured. */
export const enoughForNewBytes = 32 * 1024 * 1024

/**
 * Lets the room for new objects grow only if there is too little of it: under load V8 would take 128 MB. Too little
 * there is after every quiet hour, since V8 gives it back then, down to 1 MB; and where it may not grow again, half the
 * time goes into tidying up. It is looked at each time something was tidied up: under load it may grow several times in a
 * second. To be called when the gateway is ready; a small space would make the start slower.
 */
export function stayThrifty(): void {
  boundNewSpace()
  new PerformanceObserver(boundNewSpace).observe({ entryTypes: ['gc'] })
}

export function boundNewSpace(): void {
  setFlagsFromString(`--semi-space-growth-factor=${newSpaceBytes() < enoughForNewBytes ? 2 : 1}`)
}

export const newSpaceBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
