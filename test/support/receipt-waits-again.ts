import type { Store } from '../../electron/gateway/store/port/port.ts'
import { archiveAll, dayMs, liveOn } from './closed-months.ts'
import { eventOf, noon } from './records.ts'
import { happen, insertion, keep } from './stores.ts'

/**
 * A receipt that was consolidated, and is archived with its month.
 * @returns what lets it wait again, and tells what a store knows then that cannot read that month any more
 */
export async function archivedReceipt(store: Store) {
  const at = noon + dayMs
  const receipt = await keep(store, insertion(930, { consolidated: true }, { at }))
  const document = insertion(931, { shiftCode: 'CONSOLIDATED', terminalName: 'C' }, { at })
  const into = (await keep(store, document)).record.saleGuid
  const covered = await happen(store, receipt, { ...eventOf.consolidated, at, into }, { ...eventOf.covered, at })
  await liveOn(store, 932, noon + 60 * dayMs)
  await archiveAll(store, noon + 70 * dayMs)
  return async (later: Store) => {
    await happen(later, covered, { ...eventOf.uncovered, at: noon + 60 * dayMs, from: into })
    const { companyGuid, family, outletName, terminalName } = receipt.record
    const till = { companyGuid, family, outletName, terminalName, issuedBefore: noon + 2 * dayMs }
    const receipts = await later.consolidations.receipts(till, null, 10)
    const { findings, isTrusted } = await later.journal.status()
    return { receipts, found: findings.map(({ code }) => code), isTrusted }
  }
}
