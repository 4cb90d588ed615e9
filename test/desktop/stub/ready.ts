import { facts } from './world.ts'

/** If the entry module has not ended by then, it is reported as stuck. */
const suspiciousMs = 3_000

let isReady = false

/**
 * Refuses a call that comes too early, as Electron does.
 * @throws Error with Electron's own sentence
 */
export function onlyAfterReady(sentence: string, Kind: ErrorConstructor = Error): void {
  if (!isReady) throw new Kind(sentence)
}

/** Refuses a call that comes too late, as Electron does. */
export function onlyBeforeReady(sentence: string): void {
  if (isReady) throw new Error(sentence)
}

const { promise: codeLoaded, resolve: loaded } = Promise.withResolvers<void>()

/** Resolves when the entry module was evaluated. Only then Electron goes on to `ready`. */
export const appCodeLoaded = loaded

/**
 * Resolves when the entry module was evaluated and its surroundings are there, as in Electron. An entry module that
 * waits for it waits for ever.
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
