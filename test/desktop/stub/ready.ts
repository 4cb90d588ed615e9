import { facts } from './world.ts'

/** After so long without an end of the entry module, somebody is told what it looks like. */
const suspiciousMs = 3_000

let isReady = false

/** As Electron refuses what comes too early. @throws Error with Electron's own sentence */
export function onlyAfterReady(sentence: string, Kind: ErrorConstructor = Error): void {
  if (!isReady) throw new Kind(sentence)
}

/** As Electron refuses what comes too late. */
export function onlyBeforeReady(sentence: string): void {
  if (isReady) throw new Error(sentence)
}

const { promise: codeLoaded, resolve: loaded } = Promise.withResolvers<void>()

/** The entry module has been evaluated: only now Electron goes on to `ready`. */
export const appCodeLoaded = loaded

/**
 * As Electron's: resolves when the entry module has been evaluated and what stands around it is there. An entry module
 * that waits for it waits for ever, and so does everybody else.
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
