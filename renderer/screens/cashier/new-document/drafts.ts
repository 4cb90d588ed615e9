import { useCallbackRef, useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { GatewayProblem } from '../../../../shared/api/call.ts'
import { operator } from '../../../gateway/api.ts'
import { dropDraftCopy, keepDraftCopy, readDraftCopies } from '../../../gateway/copies.ts'
import { type Draft, emptyDraft } from './values.ts'

const afterTypingMs = 500
const againAfterMs = 3_000

/** A draft at the moment it is opened. */
export interface OpenedDraft {
  readonly draft: Draft
  /** `updated_at` of the gateway's draft that this was made from; null if it has none. */
  readonly seen: string | null
  /** Typed, and not yet at the gateway. */
  readonly isUnsaved: boolean
}

/** `changed`: another tab or screen changed the draft. What was typed here waits until a person chooses. */
type KeptState = 'untouched' | 'saved' | 'unsaved' | 'changed'

export type DraftKeeping = ReturnType<typeof useKeepDraft>

/**
 * Keeps a draft: in this browser at once, at the gateway a moment later, and again until the gateway has it. Each save
 * names the version it was made from, so that two tabs do not overwrite each other.
 */
export function useKeepDraft(id: string, opened: OpenedDraft) {
  const [state, setState] = useState<KeptState>(
    opened.isUnsaved ? 'unsaved' : opened.seen === null ? 'untouched' : 'saved',
  )
  const seen = useRef(opened.seen)
  const latest = useRef<Draft | null>(opened.isUnsaved ? opened.draft : null)
  const saving = useRef<Promise<void> | null>(null)
  const isStopped = useRef(false)

  const saveOnce = useCallbackRef(async (draft: Draft, isForced: boolean): Promise<boolean> => {
    try {
      const known = isForced ? undefined : seen.current
      const saved = await operator('saveDraft', { params: { id }, body: { body: { ...draft }, updated_at: known } })
      seen.current = saved.updated_at
      begun.delete(id)
    } catch (thrown) {
      if (thrown instanceof GatewayProblem && thrown.problem.code === 'record_changed') setState('changed')
      return false
    }
    // The person typed on meanwhile, so there is more to save.
    if (latest.current !== draft) return true
    latest.current = null
    await dropDraftCopy(id)
    setState('saved')
    return true
  })
  const saveAll = useCallbackRef(async (isForced: boolean) => {
    let isGoingWell = true
    while (isGoingWell && latest.current !== null && !isStopped.current)
      isGoingWell = await saveOnce(latest.current, isForced)
    saving.current = null
  })
  const save = useCallbackRef((isForced?: boolean) => {
    // Without anything to save it would end before it is kept here, and no later save would begin.
    if (latest.current !== null) saving.current ??= saveAll(isForced === true)
  })
  const saveSoon = useDebouncedCallback(() => save(), { delay: afterTypingMs, flushOnUnmount: true })
  // Tries again until the gateway answers.
  useEffect(() => {
    if (state !== 'unsaved') return
    const timer = setInterval(() => save(), againAfterMs)
    return () => clearInterval(timer)
  }, [state, save])

  const keep = useCallbackRef((draft: Draft) => {
    // A scan into a field was taken out again, so nothing is typed.
    if (JSON.stringify(draft) === JSON.stringify(begun.get(id))) {
      latest.current = null
      setState('untouched')
      return void dropDraftCopy(id)
    }
    latest.current = draft
    void keepDraftCopy(id, { body: { ...draft }, seen: seen.current })
    if (state === 'changed') return
    setState('unsaved')
    saveSoon()
  })
  return {
    state,
    keep,
    /** Removes the draft here and at the gateway. */
    async finish() {
      isStopped.current = true
      latest.current = null
      saveSoon.cancel()
      // Waits for a save that is under way: it would bring the draft back.
      await saving.current
      await (seen.current === null ? dropLocalDraft(id) : finishDraft(id))
    },
    /** Replaces what another tab saved. */
    keepMine: () => save(true),
  }
}

/** Drafts of this page without any input. They are kept nowhere else. */
const begun = new Map<string, Draft>()

export function beginDraft(draft: Draft): string {
  const id = newGuid()
  begun.set(id, draft)
  return id
}

/** The draft with what was typed here. If that has not reached the gateway, it comes before the gateway's. */
export async function openDraft(id: string): Promise<OpenedDraft> {
  const copy = (await readDraftCopies()).get(id)
  if (copy) return { draft: draftFrom(copy.body), seen: copy.seen, isUnsaved: true }
  const fresh = begun.get(id)
  if (fresh) return { draft: fresh, seen: null, isUnsaved: false }
  const { body, updated_at } = await operator('draft', { params: { id } })
  return { draft: draftFrom(body), seen: updated_at, isUnsaved: false }
}

export async function discardCopyAndOpenDraft(id: string): Promise<OpenedDraft> {
  await dropDraftCopy(id)
  begun.delete(id)
  return openDraft(id)
}

export interface ListedDraft {
  readonly id: string
  readonly draft: Draft
  /** RFC 3339; null if the gateway does not have it yet. */
  readonly at: string | null
}

/** All open drafts, also those that have not reached the gateway. */
export async function listDrafts(): Promise<readonly ListedDraft[]> {
  const [{ items }, here] = await Promise.all([operator('listDrafts'), readDraftCopies()])
  const kept = items.map(({ id, updated_at, body }) => ({
    id,
    draft: draftFrom(here.get(id)?.body ?? body),
    at: updated_at,
  }))
  const others = [...here].filter(([id]) => !items.some((item) => item.id === id))
  return [...others.map(([id, { body }]) => ({ id, draft: draftFrom(body), at: null })), ...kept]
}

/** Fields that the stored draft lacks are empty. */
function draftFrom(body: Readonly<Record<string, unknown>>): Draft {
  const kept = body as Partial<Draft>
  return { ...emptyDraft, ...kept, fields: { ...emptyDraft.fields, ...kept.fields } }
}

/** For a draft that never reached the gateway. */
export async function dropLocalDraft(id: string): Promise<void> {
  begun.delete(id)
  await dropDraftCopy(id)
}

/** Marks the draft as sent. If that fails, it is only listed again. */
export async function finishDraft(id: string): Promise<void> {
  await dropLocalDraft(id)
  await operator('finishDraft', { params: { id }, body: {} }).catch(() => null)
}

/** The id becomes the SALE_GUID. On a page that came unencrypted over the network the browser has no `randomUUID`. */
export function newGuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const at = (place: number) => bytes[place] ?? 0
  bytes[6] = (at(6) & 0x0f) | 0x40
  bytes[8] = (at(8) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
