import { describe, expect, test } from 'vitest'
import { killAt } from '../faults/kill-at-syscall.ts'
import { cutPower, fileSystems, noPowerCut } from '../faults/power-cut.ts'
import { noStrace } from '../support/strace.ts'

// For a gateway under a tracer, and without one.
if (noStrace !== null) console.warn(`SKIPPED: no process can be killed at a call here: ${noStrace}`)

/** A sample of the calls that `test/faults/kill-at-syscall.ts` tests one by one. */
describe.runIf(noStrace === null)('a gateway that is killed in the middle of', () => {
  test.each([
    ['fsync', 3],
    ['pwrite64', 40],
  ] as const)(
    '%s number %i of its day has every sale it answered for once, here and at the authority (ST1)',
    async (call, nth) => {
      expect(await killAt({ phase: 'day', call, nth })).toEqual({ wasKilled: true, wrong: null })
    },
  )

  test('the making of its first database begins again (ST1)', async () => {
    expect(await killAt({ phase: 'start', call: 'fsync', nth: 5 })).toEqual({ wasKilled: true, wrong: null })
  })
})

/** A sample of the twenty cuts of `test/faults/power-cut.ts`. */
describe.each(fileSystems)('a power cut on %s', (fileSystem) => {
  const reason = noPowerCut(fileSystem)
  if (reason !== null) console.warn(`SKIPPED: no power can be cut on ${fileSystem} here: ${reason}`)

  test.runIf(reason === null)('takes no sale that was answered for (ST2)', async () => {
    const { acknowledged, ...wrong } = await cutPower(fileSystem, 1_500)
    expect(acknowledged).toBeGreaterThan(0)
    expect(wrong).toEqual({ lost: [], unlined: [], unknown: [], findings: [] })
  })
})
