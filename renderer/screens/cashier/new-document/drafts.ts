import { useDebouncedCallback } from '@mantine/hooks'
import { operator } from '../../../gateway/api.ts'
import { type Draft, emptyDraft } from './values.ts'

const afterTypingMs = 800

export interface Keeping {
  (draft: Draft): void
  /** What is not kept yet will not be. */
  cancel(): void
}

/** Keeps what is typed at the gateway, so that neither a lock nor a power cut loses it. */
export function useKeepDraft(id: string): Keeping {
  return useDebouncedCallback(
    (draft: Draft) => {
      // A draft that could not be kept is kept with the next key; submitting does not depend on it.
      operator('saveDraft', { params: { id }, body: { body: { ...draft } } }).catch(() => undefined)
    },
    // Who leaves the screen at once loses nothing either.
    { delay: afterTypingMs, flushOnUnmount: true },
  )
}

/** A draft of an earlier version of this screen may lack fields: what it lacks is empty. */
export function draftFrom(body: Readonly<Record<string, unknown>>): Draft {
  const kept = body as Partial<Draft>
  return { ...emptyDraft, ...kept, fields: { ...emptyDraft.fields, ...kept.fields } }
}

/** @returns whether it could be marked; one that stays is shown again and does no harm */
export const finishDraft = (id: string): Promise<boolean> =>
  operator('finishDraft', { params: { id }, body: {} }).then(
    () => true,
    () => false,
  )
