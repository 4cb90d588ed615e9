import type { exportRows } from '../../../../shared/api/operator/export.ts'
import type { upkeepRows } from '../../../../shared/api/operator/upkeep.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type BackupDeps, backupHandlers } from './backup.ts'
import { type ExportDeps, exportRecords } from './export.ts'
import { type DocumentExportDeps, exportDocuments } from './export-documents.ts'

export const upkeepRoutes = (
  parts: BackupDeps & ExportDeps & DocumentExportDeps,
): HandlersOf<typeof exportRows & typeof upkeepRows> => ({
  ...backupHandlers(parts),
  export: exportRecords(parts),
  exportDocuments: exportDocuments(parts),
})
