import { join } from 'node:path'
import { type LedgerDocument, LedgerStore } from '../../electron/gateway/authority/practice/ledger.ts'

/** What the practice authority of a data folder has, while no gateway runs there. */
export function documentsIn(dataDir: string): readonly LedgerDocument[] {
  const ledger = new LedgerStore(join(dataDir, 'practice.db'))
  try {
    return ledger.documents()
  } finally {
    ledger.close()
  }
}
