import { join } from 'node:path'
import { Book } from '../../electron/gateway/authority/practice/ledger/book.ts'
import type { LedgerDocument } from '../../electron/gateway/authority/practice/ledger/document.ts'
import { openLedgerFile } from '../../electron/gateway/authority/practice/ledger/open.ts'

/** What the practice authority of a data folder has, while no gateway runs there. */
export function documentsIn(dataDir: string): readonly LedgerDocument[] {
  const book = new Book(openLedgerFile(join(dataDir, 'practice.db')))
  try {
    return book.all()
  } finally {
    book.close()
  }
}
