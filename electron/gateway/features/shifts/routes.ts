import type { figuresRows } from '../../../../shared/api/operator/figures.ts'
import type { shiftsRows } from '../../../../shared/api/operator/shifts.ts'
import type { HandlersOf } from '../../http/call.ts'
import { showFigures } from './figures.ts'
import type { ShiftDeps } from './kept-report.ts'
import { shiftPage } from './page.ts'
import { closeShift, showShift } from './shift.ts'
import { shiftTable } from './table.ts'
import { listClosedShifts, listTills, openShift } from './tills.ts'

export const shiftsRoutes = (parts: ShiftDeps): HandlersOf<typeof shiftsRows & typeof figuresRows> => ({
  tills: listTills(parts),
  openShift: openShift(parts),
  closedShifts: listClosedShifts(parts),
  showShift: showShift(parts),
  closeShift: closeShift(parts),
  shiftReport: shiftPage(parts),
  shiftTable: shiftTable(parts),
  figures: showFigures(parts),
})
