import type { figures } from '../../../shared/catalogue/operator/figures.ts'
import type { shifts } from '../../../shared/catalogue/operator/shifts.ts'
import type { OperatorCall } from '../../../shared/catalogue/operator.ts'
import type { Handler } from '../http/call.ts'
import { type FigureParts, showFigures } from './figures.ts'
import { type PageParts, shiftPage } from './page.ts'
import { closeShift, showShift } from './shift.ts'
import { shiftTable } from './table.ts'
import { listClosedShifts, listTills, openShift } from './tills.ts'

/** The deed behind each call about shifts. */
export const shiftHandlers = (parts: PageParts & FigureParts) =>
  ({
    tills: listTills(parts),
    openShift: openShift(parts),
    closedShifts: listClosedShifts(parts),
    showShift: showShift(parts),
    closeShift: closeShift(parts),
    shiftReport: shiftPage(parts),
    shiftTable: shiftTable(parts),
    figures: showFigures(parts),
  }) satisfies Record<keyof typeof shifts | keyof typeof figures, Handler> & Partial<Record<OperatorCall, Handler>>
