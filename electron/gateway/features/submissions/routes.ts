import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { draftSchema as shape } from '../../../../shared/api/operator/drafts.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { type CallTo, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { Draft, DraftSave, Drafts } from '../../store/port/people.ts'
import { personOf } from '../people/proof.ts'

/** No person has so many sales half done. */
const mostOpen = 100

export const draftsRoutes = ({ drafts, clock }: { readonly drafts: Drafts; readonly clock: Clock }) =>
  ({
    listDrafts: async (call) => ok({ items: (await drafts.list(personOf(call).personId)).map(shown) }),
    draft: async (call) => {
      const draft = await drafts.byId(personOf(call).personId, call.params.id)
      if (!draft) throw noDraft()
      return ok(shown(draft))
    },
    // The screen chose the id: a lost answer makes no second draft.
    saveDraft: async (call) => ok(await saved(drafts, call, { id: call.params.id, at: clock.now() })),
    finishDraft: async (call) => {
      const { id } = call.params
      if (!(await drafts.finish(personOf(call).personId, id, clock.now()))) throw noDraft()
      return ok({ id, done: true })
    },
  }) satisfies Partial<OperatorHandlers>

async function saved(
  drafts: Drafts,
  call: CallTo<'saveDraft'>,
  named: Pick<DraftSave, 'id' | 'at'>,
): Promise<z.output<typeof shape>> {
  const { body, updated_at: updatedAt } = call.body
  const seen = updatedAt === undefined ? {} : { seen: updatedAt === null ? null : Date.parse(updatedAt) }
  const draft = await drafts.save(personOf(call).personId, { ...named, ...seen, body: JSON.stringify(body) }, mostOpen)
  if (draft === 'not_yours') throw noDraft()
  if (draft === 'changed') throw new Fault('record_changed', { says: 'draft_changed' })
  if (draft === 'too_many') throw validationFailed([{ pointer: '', code: 'too_many' }])
  return shown(draft)
}

const noDraft = () => new Fault('record_not_found', { says: 'no_such_draft' })

const shown = ({ id, body, updatedAt }: Draft): z.output<typeof shape> => ({
  id,
  updated_at: toIsoTime(updatedAt),
  body: JSON.parse(body) as Record<string, unknown>,
})
