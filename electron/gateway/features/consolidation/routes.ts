import type { consolidationRows } from '../../../../shared/api/operator/consolidation.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type ConversionDeps, convertRecord } from './convert.ts'
import {
  type ConsolidationHandlerDeps,
  previewConsolidation,
  runConsolidation,
  showConsolidationRun,
  showConsolidations,
} from './handlers.ts'
import { setConsolidation, showSettings } from './settings.ts'

export const consolidationRoutes = (
  parts: ConsolidationHandlerDeps & ConversionDeps,
): HandlersOf<typeof consolidationRows> => ({
  consolidation: showConsolidations(parts),
  previewConsolidation: previewConsolidation(parts),
  runConsolidation: runConsolidation(parts),
  showConsolidation: showConsolidationRun(parts),
  consolidationSettings: showSettings(parts),
  setConsolidation: setConsolidation(parts),
  convertRecord: convertRecord(parts),
})
