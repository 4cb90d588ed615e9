import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Records } from '../../store/port/records.ts'
import { nextSale, salePlaceOf } from '../records/cursors.ts'
import type { RecordView } from '../records/record-view.ts'
import { type BackupDeps, backupHandlers } from './backup.ts'
import { type DocumentExportDeps, exportDocuments } from './export-documents.ts'

interface ExportDeps {
  readonly records: Records
  readonly view: RecordView
}

const pageSize = 200

export const upkeepRoutes = (parts: BackupDeps & ExportDeps & DocumentExportDeps) =>
  ({
    ...backupHandlers(parts),
    // Records of a period, the oldest sale first, page by page, however many they are.
    export: async ({ query, language }) => {
      const { from, to } = query
      if (from > to) throw new Fault('range_reversed')
      const after = salePlaceOf(query.after)
      const asked = { companyGuid: null, from, to, after, limit: pageSize + 1 }
      const found = await parts.records.soldBetween(asked)
      const items = await Promise.all(found.slice(0, pageSize).map((stored) => parts.view.show(stored, language)))
      return ok({ items, next: nextSale(found, pageSize) })
    },
    exportDocuments: exportDocuments(parts),
  }) satisfies Partial<OperatorHandlers>
