import type { OperatorHandlers } from '../../http/call.ts'
import { type JournalDeps, listActs, showJournal, trustJournal, verify } from './journal.ts'

export const journalRoutes = (parts: JournalDeps) =>
  ({
    journal: showJournal(parts),
    trustJournal: trustJournal(parts),
    verify: verify(parts),
    listActs: listActs(parts),
  }) satisfies Partial<OperatorHandlers>
