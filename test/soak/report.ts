import { isRight, type SoakFigures, type SoakRun } from './figures.ts'

/** The figures of a run as text. If anything is wrong, it begins with how to repeat the run. */
export function report({ minutes, seed }: SoakRun, figures: SoakFigures): string {
  const { lost, doubles, voidedThere, differing, unknownDocuments, broken, unfinished, miscounted, wrongs } = figures
  const wrong = Object.entries({
    lost,
    doubles,
    voidedThere,
    differing,
    unknownDocuments,
    broken,
    unfinished,
    miscounted,
    wrongs,
  })
  return [
    ...(isRight(figures)
      ? []
      : [`WRONG. Again: npm run -s soak -- --minutes ${minutes} --seed ${seed}`, `kept: ${figures.keptAt}`]),
    `seed ${seed}: ${figures.seconds} s, ${figures.kept} documents answered for, ${figures.starts} starts, the slowest ${Math.round(figures.slowestStartMs)} ms`,
    table('at rest', Object.entries(figures.statuses)),
    table('mishaps', [...figures.counts]),
    table('at the authority', [...figures.strikes]),
    table('answers', [...figures.answers]),
    table('a person’s word', [...figures.decisions]),
    table('consolidation', [...figures.runs, ...Object.entries(figures.consolidated)]),
    table('alerts seen', [...figures.alerts]),
    `cancelled on the portal after they were valid: ${figures.unnoticed}`,
    `oracle: ${wrong.map(([name, list]) => `${name} ${list.length}`).join(', ')}`,
    ...wrong.flatMap(([name, list]) => list.slice(0, 10).map((each) => `  ${name}: ${each}`)),
  ].join('\n')
}

const table = (title: string, pairs: readonly (readonly [string, number])[]): string =>
  [
    `${title}:`,
    ...pairs
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => `${String(count).padStart(8)}  ${name}`),
  ].join('\n')
