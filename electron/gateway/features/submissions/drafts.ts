import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { draftsRows as operator, draft as shape } from '../../../../shared/api/operator/drafts.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type CallOf, type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Clock, Randomness } from '../../ports.ts'
import type { Draft, Drafts } from '../../store/port/people.ts'
import { personOf } from '../people/proof.ts'

export interface DraftDeps {
  readonly drafts: Drafts
  readonly clock: Clock
  readonly randomness: Randomness
}

/** Nobody has so many sales half done. */
const mostOpen = 100

export const listDrafts =
  ({ drafts }: DraftDeps): OperatorHandler<'listDrafts'> =>
  async (call) =>
    ok({ items: (await drafts.list(personOf(call).personId)).map(shown) })

export const showDraft =
  ({ drafts }: DraftDeps): OperatorHandler<'draft'> =>
  async (call) => {
    const draft = await drafts.byId(personOf(call).personId, call.params.id)
    if (!draft) throw noDraft()
    return ok(shown(draft))
  }

export const createDraft =
  (deps: DraftDeps): OperatorHandler<'createDraft'> =>
  (call) =>
    save(deps, call, deps.randomness.guid())

/** Under an id that the screen made up, so that a lost answer does not make two of one. */
export const saveDraft =
  (deps: DraftDeps): OperatorHandler<'saveDraft'> =>
  (call) =>
    save(deps, call, call.params.id)

export const finishDraft =
  ({ drafts, clock }: DraftDeps): OperatorHandler<'finishDraft'> =>
  async (call) => {
    const id = call.params.id
    if (!(await drafts.finish(personOf(call).personId, id, clock.now()))) throw noDraft()
    return ok({ id, done: true })
  }

async function save(
  { drafts, clock }: DraftDeps,
  call: CallOf<(typeof operator)['createDraft' | 'saveDraft']>,
  id: string,
) {
  const { body, updated_at: seen } = call.body
  const draft = {
    id,
    body: JSON.stringify(body),
    at: clock.now(),
    ...(seen !== undefined && { seen: seen === null ? null : Date.parse(seen) }),
  }
  const saved = await drafts.save(personOf(call).personId, draft, mostOpen)
  if (saved === 'not_yours') throw noDraft()
  if (saved === 'changed') throw new Fault('record_changed', { says: 'draft_changed' })
  if (saved === 'too_many') throw validationFailed([{ pointer: '', code: 'too_many' }])
  return ok(shown(saved))
}

const noDraft = () => new Fault('record_not_found', { says: 'no_such_draft' })

const shown = ({ id, body, createdAt, updatedAt }: Draft): z.output<typeof shape> => ({
  id,
  created_at: toWire(createdAt),
  updated_at: toWire(updatedAt),
  body: JSON.parse(body) as Record<string, unknown>,
})
