import { isClean } from './oracle.ts'
import type { FaultFigures, FaultRun } from './run.ts'

/** The figures of a run as text; where anything is wrong, first of all how to see it again. */
export function report({ documents, seed }: FaultRun, figures: FaultFigures): string {
  const { lost, doubles, voidedThere, differing, unknownDocuments, broken, unfinished, left } = figures
  const wrong = Object.entries({ lost, doubles, voidedThere, differing, unknownDocuments, broken, unfinished, left })
  return [
    ...(isRight(figures) ? [] : [`WRONG. Again: npm run -s faults -- --documents ${documents} --seed ${seed}`]),
    wrong.map(([name, list]) => `${name} ${list.length}`).join(', '),
    ...wrong.flatMap(([name, list]) => list.slice(0, 10).map((each) => `  ${name}: ${each}`)),
    `a limit of requests was exceeded: ${figures.wasAnyLimitExceeded ? 'YES' : 'no'}`,
    `seed ${seed}: ${figures.kept} documents kept, ${figures.seconds.toFixed(1)} s`,
    `at rest: ${counts(Object.entries(figures.statuses))}; ${figures.invalidThere} invalid at the authority`,
    `attempts: ${counts([...figures.attempts])}`,
    `mishaps: ${counts([...figures.mishaps])}`,
    `answers: ${counts([...figures.answers])}`,
    `requests: ${counts(figures.requests.map(({ api, total }) => [api, total] as const))}`,
    `cancelled on the portal after they were valid: ${figures.unnoticed}`,
  ].join('\n')
}

export const isRight = (figures: FaultFigures): boolean =>
  isClean(figures) && figures.left.length === 0 && !figures.wasAnyLimitExceeded

const counts = (pairs: readonly (readonly [string, number])[]): string =>
  pairs
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
