import type { draftsRows } from '../../../../shared/api/operator/drafts.ts'
import type { HandlersOf } from '../../http/call.ts'
import { createDraft, type DraftDeps, finishDraft, listDrafts, saveDraft, showDraft } from './drafts.ts'

export const draftsRoutes = (parts: DraftDeps): HandlersOf<typeof draftsRows> => ({
  listDrafts: listDrafts(parts),
  createDraft: createDraft(parts),
  draft: showDraft(parts),
  saveDraft: saveDraft(parts),
  finishDraft: finishDraft(parts),
})
