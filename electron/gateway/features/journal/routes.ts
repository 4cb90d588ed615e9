import type { journalRows } from '../../../../shared/api/operator/journal.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type JournalDeps, listActs, showJournal, trustJournal, verify } from './journal.ts'

export const journalRoutes = (parts: JournalDeps): HandlersOf<typeof journalRows> => ({
  journal: showJournal(parts),
  trustJournal: trustJournal(parts),
  verify: verify(parts),
  listActs: listActs(parts),
})
