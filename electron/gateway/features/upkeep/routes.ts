import type { OperatorHandlers } from '../../http/call.ts'
import { type BackupDeps, backupHandlers } from './backup.ts'
import { type ExportDeps, exportRecords } from './export.ts'
import { type DocumentExportDeps, exportDocuments } from './export-documents.ts'

export const upkeepRoutes = (parts: BackupDeps & ExportDeps & DocumentExportDeps) =>
  ({
    ...backupHandlers(parts),
    export: exportRecords(parts),
    exportDocuments: exportDocuments(parts),
  }) satisfies Partial<OperatorHandlers>
