import { afterAll } from 'vitest'
import { spentMs } from '../../build/processor-time.ts'

const beforeMs = spentMs()

/** What a file of tests cost the machine, for build/test-costs.ts. Processor time is the same on a busy machine. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads here which fixtures it has to make: none
afterAll(({}, { file }) => {
  Object.assign(file.meta, { processorMs: spentMs() - beforeMs })
})
