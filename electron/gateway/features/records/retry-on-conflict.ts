import { Fault } from '../../../../shared/api/faults.ts'

const mostTries = 20

/**
 * Reads, decides and writes until the write finds what was read unchanged; whoever was faster is simply read again.
 * @param attempt returns undefined where its write was stale
 */
export async function retryOnConflict<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Fault('internal_error', { cause: new Error('a record changed faster than it could be decided on') })
}
