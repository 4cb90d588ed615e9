import type { reportRows } from '../../../../shared/api/operator/report.ts'
import type { HandlersOf } from '../../http/call.ts'
import type { RecordDeps } from '../records/deps.ts'
import { showReport } from './report.ts'

export const reportsRoutes = (parts: Pick<RecordDeps, 'records' | 'companies'>): HandlersOf<typeof reportRows> => ({
  report: showReport(parts),
})
