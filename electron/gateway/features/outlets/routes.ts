import type { outletsRows } from '../../../../shared/api/operator/outlets.ts'
import type { HandlersOf } from '../../http/call.ts'
import { listOutlets, type OutletDeps, reportOutlet } from './outlets.ts'

export const outletsRoutes = (parts: OutletDeps): HandlersOf<typeof outletsRows> => ({
  listOutlets: listOutlets(parts),
  reportOutlet: reportOutlet(parts),
})
