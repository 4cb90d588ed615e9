import { join } from 'node:path'
import type { LedgerDocument } from '../../electron/gateway/authority/practice/ledger/document.ts'
import { LedgerStore } from '../../electron/gateway/authority/practice/ledger/ledger-store.ts'
import { openLedgerFile } from '../../electron/gateway/authority/practice/ledger/open.ts'

/** What the practice authority of a data folder has, while no gateway runs there. */
export function documentsIn(dataDir: string): readonly LedgerDocument[] {
  const ledger = new LedgerStore(openLedgerFile(join(dataDir, 'practice.db')))
  try {
    return ledger.all()
  } finally {
    ledger.close()
  }
}
