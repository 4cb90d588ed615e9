import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectClean } from '../../support/expect-clean.ts'
import { invoice } from '../../support/till.ts'
import { type Apart, useSeparateGateway } from './separate-gateway.ts'

const here = useSeparateGateway()

/** Tills that sell until the gateway stops answering or refuses sales. */
function openTills({ api }: Apart, count: number) {
  const kept: string[] = []
  const statuses = new Set<number>()
  const selling = Array.from({ length: count }, async (_, till) => {
    for (let sale = 0; ; sale += 1) {
      const told = await api.submit('sale', 'invoice', invoice(`${till}-${sale}`)).catch((cause: unknown) => {
        // The connection was cut or refused, because the gateway stops.
        if (cause instanceof TypeError) return null
        throw cause
      })
      if (told === null) return
      statuses.add(told.status)
      if (told.status !== 202) return
      kept.push(told.body.SALE_GUID)
    }
  })
  return { kept, statuses, closed: Promise.all(selling) }
}

test('asked to stop while tills sell and a request is under way, it stops in five seconds and loses nothing (PR1)', async () => {
  const first = await here.start({ RESIT_REQUEST_TIMEOUT_MS: '60000' })
  const tills = openTills(first, 6)
  await expect.poll(() => tills.kept.length).toBeGreaterThan(60)
  // The authority accepts the document, and its answer does not arrive before the end.
  await here.practice.faults.set({ kind: 'timeout_after', times: 1 })
  await expect.poll(() => here.practice.faults.current().length).toBe(0)
  const askedAt = performance.now()
  expect(await first.stop('SIGTERM')).toBe(0)
  expect(performance.now() - askedAt).toBeLessThan(20_000)
  await tills.closed
  expect([...tills.statuses].filter((status) => status !== 202 && status !== 503)).toEqual([])
  // A clean stop leaves no log: everything is in the database file.
  expect(existsSync(join(here.dataDir, 'resit.db-wal'))).toBe(false)
  const second = await here.start()
  await second.rest()
  await second.stop()
  expectClean(await here.compare(tills.kept), { Valid: tills.kept.length })
})
