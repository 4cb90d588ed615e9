/**
 * Seconds of processors that one file of tests of a project may take: well over what the dearest does, so that only
 * what creeps fails. Whoever makes a file dearer than that says here which, and what it shows for it.
 */
const usual: Readonly<Record<string, number>> = {
  node: 30,
  thorough: 45,
  'head-office': 30,
  // Without the pages: their Chromium ends with the process of the tests, and is counted by nobody.
  browser: 45,
  desktop: 120,
  journey: 300,
}

const dearer: Readonly<Record<string, number>> = {
  // All that a store must do, in a database of its own each time.
  'test/contract/postgres-store.test.ts': 90,
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
