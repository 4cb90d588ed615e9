import type { OperatorHandlers } from '../../http/call.ts'
import { type JournalDeps, showJournal, trustJournal, verify } from './journal.ts'

export const journalRoutes = (parts: JournalDeps) =>
  ({
    journal: showJournal(parts),
    trustJournal: trustJournal(parts),
    verify: verify(parts),
  }) satisfies Partial<OperatorHandlers>
