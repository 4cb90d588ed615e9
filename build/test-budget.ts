/**
 * Seconds of processors that one file of tests of a project may take: well over what the dearest does, so that only
 * what creeps fails. A file that needs more than that is named here with what it shows for it.
 */
const usual: Readonly<Record<string, number>> = {
  node: 12,
  postgres: 12,
  // Without the pages: their Chromium ends with the process of the tests, and is counted by nobody.
  browser: 30,
  desktop: 30,
  journey: 30,
}

const dearer: Readonly<Record<string, number>> = {
  // All that a store must do, in a database of its own each time.
  'test/contract/postgres-store.test.ts': 60,
}

interface TestFile {
  readonly file: string
  readonly project: string
}

/** Tests that are run in full (npm run test:long) take what they take. */
export const mostSeconds = ({ file, project }: TestFile): number =>
  process.env['IN_FULL'] === '1'
    ? Number.POSITIVE_INFINITY
    : (dearer[file] ?? usual[project] ?? Number.POSITIVE_INFINITY)
