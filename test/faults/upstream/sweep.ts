/** If set, every byte is tested, which takes minutes. Otherwise a sample is. */
const isFull = process.env['RESIT_FAULTS_FULL'] === '1'

/** The full size in long runs. Otherwise the sample, with a warning. */
export const sampled = <Size>(what: string, sample: Size, full: Size): Size => {
  if (!isFull) console.warn(`SAMPLED: ${what}. All of it with RESIT_FAULTS_FULL=1.`)
  return isFull ? full : sample
}

/** Offsets from 0 to `length`: all, or an even sample with both ends and the neighbours of `edges`. */
export function offsets(what: string, length: number, edges: readonly number[] = []): readonly number[] {
  const all = Array.from({ length: length + 1 }, (_, at) => at)
  const step = Math.max(1, Math.floor(length / 10))
  const kept = new Set([0, 1, length - 1, length, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])])
  return sampled(
    `${what}, some of ${length + 1} offsets`,
    all.filter((at) => at % step === 0 || kept.has(at)),
    all,
  )
}
