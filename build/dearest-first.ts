import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from './root.ts'

/** Half a minute and more by the clock, however little of it they compute. */
const longest: ReadonlySet<string> = new Set([
  'test/browser/cashier.test.ts',
  'test/contract/postgres-store.test.ts',
  'test/desktop/shop-day.test.ts',
  'test/gateway/submission.test.ts',
  'test/journey/command-line.test.ts',
  'test/model/protocol.test.ts',
])

/**
 * What takes longest begins first, also on a fresh clone, where no earlier run tells how long: begun last, it would be
 * waited for while the other processors rest.
 */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array: the order that Vitest itself makes
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isLongest(other)) - Number(isLongest(one)))
  }
}

const isLongest = ({ moduleId }: TestSpecification): boolean =>
  longest.has(relative(root, moduleId).replaceAll('\\', '/'))
