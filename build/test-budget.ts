/**
 * Seconds of processors that one file of tests of a project may take: well over what the dearest does, so that only
 * what creeps fails. A file that needs more than that is named here with what it shows for it.
 */
const usual: Readonly<Record<string, number>> = {
  node: 12,
  postgres: 12,
  // Without the pages: their Chromium ends with the process of the tests, after these figures are read.
  browser: 30,
  desktop: 30,
  journey: 30,
}

const dearer: Readonly<Record<string, number>> = {
  // All that a store must do, in a database of its own each time.
  'test/contract/postgres-store.test.ts': 60,
}

/** And all files of a project together, in one run. */
const whole: Readonly<Record<string, number>> = { node: 120, postgres: 40, browser: 60, desktop: 40, journey: 40 }

interface TestFile {
  readonly file: string
  readonly project: string
}

/** Tests that are run in full (npm run test:long) take what they take. */
const bounded = (seconds: number | undefined): number =>
  process.env['IN_FULL'] === '1' ? Number.POSITIVE_INFINITY : (seconds ?? Number.POSITIVE_INFINITY)

export const mostSeconds = ({ file, project }: TestFile): number => bounded(dearer[file] ?? usual[project])
export const mostSecondsOf = (project: string): number => bounded(whole[project])
