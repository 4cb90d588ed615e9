import { join } from 'node:path'
import { type LedgerDocument, LedgerStore } from '../../electron/gateway/authority/practice/ledger.ts'

/** The documents of a data directory's practice authority, read while no gateway runs. */
export function documentsIn(dataDir: string): readonly LedgerDocument[] {
  const ledger = new LedgerStore(join(dataDir, 'practice.db'))
  try {
    return ledger.documents()
  } finally {
    ledger.close()
  }
}
