import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from './root.ts'

/** These take half a minute or more, mostly waiting. */
const longest: ReadonlySet<string> = new Set([
  'test/browser/cashier.test.ts',
  'test/contract/postgres-store.test.ts',
  'test/desktop/shop-day.test.ts',
  'test/gateway/submission.test.ts',
  'test/journey/command-line.test.ts',
  'test/model/protocol.test.ts',
])

/**
 * The longest files begin first. If they began last, the other processors would wait for them. A fresh clone has no earlier
 * run that tells how long a file takes.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array: the order that Vitest itself makes
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isLongest(other)) - Number(isLongest(one)))
  }
}

const isLongest = ({ moduleId }: TestSpecification): boolean =>
  longest.has(relative(root, moduleId).replaceAll('\\', '/'))
