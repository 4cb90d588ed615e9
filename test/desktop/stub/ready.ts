import { facts } from './world.ts'

/** After this time an entry module that has not ended is reported as stuck. */
const suspiciousMs = 3_000

let isReady = false

/** Refuses a call that comes before `ready`, as Electron does. @throws Error with Electron's own sentence */
export function onlyAfterReady(sentence: string, Kind: ErrorConstructor = Error): void {
  if (!isReady) throw new Kind(sentence)
}

/** Refuses a call that comes after `ready`, as Electron does. */
export function onlyBeforeReady(sentence: string): void {
  if (isReady) throw new Error(sentence)
}

const { promise: codeLoaded, resolve: loaded } = Promise.withResolvers<void>()

/** Resolves when the entry module was evaluated. Electron becomes ready only after that. */
export const appCodeLoaded = loaded

/**
 * Resolves when the entry module was evaluated and `surroundings` has resolved, as in Electron. An entry module that
 * awaits it never ends.
 */
export function readyAfter(surroundings: Promise<unknown>): () => Promise<void> {
  const ready = Promise.all([surroundings, codeLoaded]).then(() => {
    isReady = true
  })
  let timer: NodeJS.Timeout | null = null
  void codeLoaded.then(() => timer && clearTimeout(timer))
  return () => {
    timer ??= setTimeout(() => {
      facts.stuck = 'the entry module waits for “ready”, and “ready” waits for the entry module'
      process.stderr.write(`${facts.stuck}: nothing will ever open\n`)
    }, suspiciousMs).unref()
    return ready
  }
}
