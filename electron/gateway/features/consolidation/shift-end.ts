import { Fault } from '../../../../shared/api/faults.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import type { ShiftName } from '../../store/port/consolidation.ts'
import type { Company } from '../../store/port/port.ts'
import type { Consolidation } from './consolidation.ts'
import type { ConsolidationDeps } from './make.ts'
import { rulesOf, type Scope, tillsIn } from './receipts.ts'

/** A shift that was just closed. */
export interface EndedShift extends ShiftName {
  readonly companyGuid: string
}

/** Tills of a shop close within the same minutes: so many runs of others are waited for. What is left is taken at night. */
const mostWaits = 20

/** Makes the documents of a shift that was closed, where its company consolidates by shift. */
export async function consolidateShift(
  deps: ConsolidationDeps,
  consolidation: Consolidation,
  { ended, by }: { readonly ended: EndedShift; readonly by: string },
): Promise<void> {
  const company = await deps.companies.byGuid(ended.companyGuid)
  if (!company || rulesOf(company).frequency !== 'shift' || !deps.isStorageSound()) return
  const { outletName, terminalName, shiftCode } = ended
  const lastDay = dayOf(deps.clock.now(), company.profile.timeZone)
  const scope = { company, lastDay, shift: { outletName, terminalName, shiftCode } }
  if ((await tillsIn(deps.consolidations, scope)).length === 0) return
  for (let waits = 0; waits <= mostWaits; waits += 1) {
    if (await hasBegun(consolidation, scope, by)) return
    await otherRunOf(deps, consolidation, company)
  }
}

async function hasBegun(consolidation: Consolidation, scope: Scope, by: string): Promise<boolean> {
  try {
    await consolidation.begin(scope, by)
    return true
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'consolidation_running') return false
    throw thrown
  }
}

async function otherRunOf(
  { consolidations }: ConsolidationDeps,
  consolidation: Consolidation,
  { profile }: Company,
): Promise<void> {
  const running = (await consolidations.unfinished()).find(({ companyGuid }) => companyGuid === profile.companyGuid)
  if (running) await consolidation.ended(running.id)
}
