import { beforeAll, describe, expect, test } from 'vitest'
import { chanceOf } from '../faults/chance.ts'
import { fates } from '../faults/crash-state.ts'
import { leftBy, type Recording, record, wrongAfter } from '../faults/torn-writes.ts'
import { noStrace } from '../support/strace.ts'

if (noStrace !== null) console.warn(`SKIPPED: no calls can be recorded here: ${noStrace}`)

let recording: Recording

/** A sample of the hundred crashes of `test/faults/torn-writes.ts`. */
describe.runIf(noStrace === null)('a power cut that leaves of unsynced writes', () => {
  beforeAll(async () => {
    recording = await record()
  })

  test.each(fates)('what is %s loses no sale that was answered for and sends none twice (ST2)', async (fate) => {
    const after = Math.floor(recording.operations.length * chanceOf(fate.length).fraction())
    expect(await wrongAfter(recording, { after, fate, chance: chanceOf(7) })).toBeNull()
  })

  test('nothing would take sales from a database that is not synced, and this would notice (ST2)', async () => {
    const crash = { after: recording.operations.findIndex(isLater()), fate: 'dropped', chance: chanceOf(1) } as const
    expect(await leftBy(recording, crash)).toEqual({ lost: [], unlined: [], findings: [] })
    const { lost } = await leftBy(recording, { ...crash, unsynced: (path) => path.endsWith('resit.db-wal') })
    expect(lost).toEqual([...recording.day.acknowledgedAtMs.keys()])
  })
})

/** The first operation after all sales were acknowledged. */
const isLater = () => {
  const lastMs = Math.max(...recording.day.acknowledgedAtMs.values())
  return ({ begunMs }: Recording['operations'][number]) => begunMs > lastMs + 1
}
