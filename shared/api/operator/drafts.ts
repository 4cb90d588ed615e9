import { z } from 'zod'
import { answer, ask, isGuid, timeSchema } from '../../document/fields.ts'
import { type OperatorRow, readsNoSale } from '../axes.ts'
import { emptyRequestSchema } from '../shapes/asks.ts'

const draftParams = z.object({
  id: z.string().refine(isGuid).toLowerCase().meta({ description: 'Id of the draft', format: 'uuid' }),
})
const anyObject = z.record(z.string(), z.unknown())
const draftAsk = ask('DraftAsk', {
  body: anyObject.describe('Any JSON object'),
  updated_at: timeSchema
    .nullish()
    .describe('As the screen knows it, null for a new one; refused where it has changed since'),
})
export const draftSchema = answer('Draft', { id: z.string(), updated_at: timeSchema, body: anyObject })
const drafts = answer('Drafts', { items: z.array(draftSchema) })

/** A draft of a correction holds the largest sale twice: as it was sent, and as it is typed. */
const mostDraftBytes = 1024 * 1024

const ofDraft = { ...readsNoSale, params: draftParams, faults: ['record_not_found'] } as const

/** Each person sees only their own drafts. */
export const draftsRows = {
  listDrafts: {
    path: '/drafts',
    ...readsNoSale,
    summary: 'Open drafts of who is signed in, the one touched last first',
    answers: { 200: drafts },
  },
  draft: {
    path: '/drafts/{id}',
    ...ofDraft,
    summary: 'A draft',
    answers: { 200: draftSchema },
  },
  saveDraft: {
    path: '/drafts/{id}',
    ...ofDraft,
    summary: 'Replace a draft, or keep a new one under this id',
    body: draftAsk,
    mostBodyBytes: mostDraftBytes,
    answers: { 200: draftSchema },
    faults: ['record_not_found', 'record_changed'],
  },
  finishDraft: {
    path: '/drafts/{id}/done',
    ...ofDraft,
    summary: 'Done with a draft: it is shown no more and its content is forgotten',
    body: emptyRequestSchema,
    answers: { 200: answer('DraftDone', { id: z.string(), done: z.boolean() }) },
  },
} as const satisfies Record<string, OperatorRow>
