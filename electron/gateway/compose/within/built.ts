import type { Outlet } from '../../../../shared/domain/outlet.ts'
import type { Built, WiringDeps } from '../wiring-deps.ts'
import { monitorWithin } from './health.ts'
import { recordsWithin } from './records.ts'
import { storeWithin } from './store.ts'
import { Within } from './within.ts'

/**
 * Everything handlers are given, as it is for somebody who sees some outlets only: made of these, an endpoint knows of no
 * others, and need not ask who is calling.
 */
export function builtWithin({ clock }: WiringDeps, built: Built, outlets: readonly Outlet[]): Built {
  const within = new Within(outlets)
  const store = storeWithin(built.store, within)
  const records = recordsWithin(built.records, within)
  const monitor = monitorWithin(built.monitor, { clock, within, store })
  const { companies, schedule, acts } = store
  return {
    ...built,
    store,
    records,
    monitor,
    recordDeps: { ...built.recordDeps, records, companies, schedule, acts },
    hub: { open: (call, after) => built.hub.open(call, after, { records, monitor }) },
  }
}
