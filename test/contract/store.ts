import { describe } from 'vitest'
import type { Open } from '../support/stores.ts'
import { accessContract } from './store-access.ts'
import { alertsContract } from './store-alerts.ts'
import { codesContract } from './store-codes.ts'
import { consolidationContract } from './store-consolidation.ts'
import { historyContract } from './store-history.ts'
import { journalContract } from './store-journal.ts'
import { listContract } from './store-list.ts'
import { mailsContract } from './store-mails.ts'
import { namesContract } from './store-names.ts'
import { outletsContract } from './store-outlets.ts'
import { peopleContract } from './store-people.ts'
import { rangeContract } from './store-range.ts'
import { recordsContract } from './store-records.ts'
import { scheduleContract } from './store-schedule.ts'
import { shiftsContract } from './store-shifts.ts'
import { watchContract } from './store-watch.ts'
import { webhooksContract } from './store-webhooks.ts'

/**
 * What every engine of the store must do.
 * @param open a new, empty store each time
 */
export function storeContract(name: string, open: Open): void {
  describe(name, () => {
    recordsContract(open)
    namesContract(open)
    historyContract(open)
    rangeContract(open)
    listContract(open)
    scheduleContract(open)
    watchContract(open)
    accessContract(open)
    peopleContract(open)
    outletsContract(open)
    codesContract(open)
    consolidationContract(open)
    shiftsContract(open)
    webhooksContract(open)
    alertsContract(open)
    mailsContract(open)
    journalContract(open)
  })
}
