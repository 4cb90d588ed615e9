import type { Outlet } from '../../../../shared/domain/outlet.ts'
import type { Parts } from '../parts.ts'
import { monitorWithin } from './health.ts'
import { recordsWithin } from './records.ts'
import { storeWithin } from './store.ts'
import { Within } from './within.ts'

/** The parts for a person who sees some outlets only: handlers made of these know of no other outlet. */
export function partsWithin(parts: Parts, outlets: readonly Outlet[]): Parts {
  const within = new Within(outlets)
  const areas = storeWithin(parts, within)
  const records = recordsWithin(parts.records, within)
  const monitor = monitorWithin(parts.monitor, { ...areas, clock: parts.clock, within })
  const hub: Parts['hub'] = { open: (call, after) => parts.hub.open(call, after, { records, monitor }) }
  return { ...parts, ...areas, records, monitor, hub }
}
