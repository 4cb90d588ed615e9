/**
 * Seconds of processor time for one test file of a project: well over the slowest file, so that only growth fails. A file that
 * needs more is named here with its reason.
 */
const usual: Readonly<Record<string, number>> = {
  node: 12,
  postgres: 12,
  // Without the pages: their Chromium ends after these figures are read.
  browser: 30,
  desktop: 30,
  journey: 30,
}

const dearer: Readonly<Record<string, number>> = {
  // Everything that a store must do, each in a new database.
  'test/contract/postgres-store.test.ts': 60,
}

/** For all files of a project together, in one run. */
const whole: Readonly<Record<string, number>> = { node: 120, postgres: 40, browser: 60, desktop: 40, journey: 40 }

interface TestFile {
  readonly file: string
  readonly project: string
}

/** npm run test:long has no budget. */
const bounded = (seconds: number | undefined): number =>
  process.env['IN_FULL'] === '1' ? Number.POSITIVE_INFINITY : (seconds ?? Number.POSITIVE_INFINITY)

export const mostSeconds = ({ file, project }: TestFile): number => bounded(dearer[file] ?? usual[project])
export const mostSecondsOf = (project: string): number => bounded(whole[project])
