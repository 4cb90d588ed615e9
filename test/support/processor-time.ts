import { afterAll } from 'vitest'
import { spentMs } from '../../build/processor-time.ts'

const beforeMs = spentMs()

/** Records the processor time of a test file, for build/test-costs.ts. A busy computer does not change it. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads here which fixtures it has to make: none
afterAll(({}, { file }) => {
  Object.assign(file.meta, { processorMs: spentMs() - beforeMs })
})
