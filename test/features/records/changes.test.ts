import { describe, expect, test } from 'vitest'
import { MetricCounters } from '../../../electron/gateway/features/health/metrics.ts'
import { ChangeNotifier, withAnnouncements } from '../../../electron/gateway/features/records/changes.ts'
import { TraceIds } from '../../../electron/gateway/platform/traces.ts'
import type { Records } from '../../../electron/gateway/store/port/records.ts'
import { aRecord, recordIn } from '../../support/records.ts'
import { insertion } from '../../support/stores.ts'

describe('news of a change', () => {
  test('goes to whoever waits for it, once', async () => {
    const changes = new ChangeNotifier()
    const waiting = changes.next(({ phase }) => phase === 'valid', 10_000)
    changes.announce(recordIn('submitted'))
    changes.announce(recordIn('valid'))
    changes.announce(recordIn('cancelled'))
    expect((await waiting)?.phase).toBe('valid')
  })

  test('that does not come is not waited for longer than asked', async () => {
    expect(await new ChangeNotifier().next(() => true, 1)).toBeNull()
  })

  test('is given up at once when the gateway stops, also by a caller who asks again on an open connection', async () => {
    const changes = new ChangeNotifier()
    const waiting = changes.next(() => true, 2 ** 31 - 1)
    changes.stop()
    expect(await waiting).toBeNull()
    expect(await changes.next(() => true, 2 ** 31 - 1)).toBeNull()
  })

  test('reaches nobody who has stopped listening', () => {
    const changes = new ChangeNotifier()
    const heard: string[] = []
    const stop = changes.listen(({ phase }) => void heard.push(phase))
    changes.announce(aRecord())
    stop()
    changes.announce(recordIn('valid'))
    expect(heard).toEqual(['queued'])
  })

  test('is told only after the write, and only where it was kept', async () => {
    const changes = new ChangeNotifier()
    const told: string[] = []
    changes.listen(({ saleCode }) => void told.push(saleCode))
    const { promise, resolve } = Promise.withResolvers<void>()
    const [first, second] = [insertion(1), insertion(2)]
    const write: Records['write'] = async ({ writes }) => {
      await promise
      return writes[0] === first
        ? { ok: true, stored: [{ seq: 1, record: first.record }] }
        : { ok: false, why: 'stale' }
    }
    const records = withAnnouncements({ write } as Records, {
      changes,
      tallies: new MetricCounters(),
      traces: new TraceIds(),
    })
    const writing = Promise.all([first, second].map((each) => records.write({ writes: [each] })))
    expect(told).toEqual([])
    resolve()
    await writing
    expect(told).toEqual(['0001'])
  })
})
