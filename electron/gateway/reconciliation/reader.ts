import type { ListedThere } from '../../../shared/domain/reconciliation.ts'
import type { Authority, ListAnswer } from '../authority/port.ts'
import type { CompanyProfile } from '../store/port.ts'
import type { Halt, Leg } from './progress.ts'

export interface ReadingParts {
  readonly authority: Pick<Authority, 'listSent'>
  readonly pause: (ms: number) => Promise<void>
  /** Before a question without an answer is asked again the first time. */
  readonly retryMs: number
}

/** What one stretch is read for. */
export interface Reading {
  readonly company: CompanyProfile
  readonly submissionUid: string | null
  /** Asked before each page. */
  readonly isStopping: () => boolean
  /** Called after each page. */
  readonly turned: (leg: Leg, documents: readonly ListedThere[]) => Promise<void>
}

export type ReadLeg = { readonly kind: 'read' | 'too_many' } | { readonly kind: 'halted'; readonly why: Halt }

/** Authorities let nobody turn over pages without end: what comes after them is asked for in shorter stretches. */
const mostPages = 50
const shortestMs = 2_000
const mostTries = 4
const longestPauseMs = 60_000

/** Reads a stretch from its first page to its end. Whatever the authority says of its pages, only the end is an end. */
export async function readLeg(parts: ReadingParts, start: Leg, reading: Reading): Promise<ReadLeg> {
  const seen = new Set<string>()
  let leg: Leg = { ...start, pagesRead: 0, documentsRead: 0, state: 'reading' }
  for (let place: string | null = null; ; ) {
    if (reading.isStopping()) return { kind: 'halted', why: 'asked' }
    const page = await pageAt(parts, leg, place, reading)
    if (page.kind === 'cannot_list') return { kind: 'halted', why: 'cannot_list' }
    if (page.kind === 'not_answered') return { kind: 'halted', why: 'not_answered' }
    const before = seen.size
    for (const { uuid } of page.documents) seen.add(uuid)
    const isTooMany = (page.pages ?? 0) > mostPages || leg.pagesRead >= mostPages
    if (isTooMany && page.total !== null && leg.to - leg.from > shortestMs) return { kind: 'too_many' }
    const isNewsOver = page.documents.length === 0 || (seen.size === before && page.total !== null)
    const isAllSaid = page.total !== null && seen.size >= page.total && !page.isFull
    const isEnd = page.next === null || isNewsOver || isAllSaid
    const said = page.total ?? leg.documentsSaid
    leg = {
      ...leg,
      pagesRead: leg.pagesRead + (page.documents.length > 0 ? 1 : 0),
      pagesSaid: page.pages ?? leg.pagesSaid,
      documentsRead: seen.size,
      documentsSaid: said,
      state: isEnd ? (said !== null && seen.size < said ? 'short' : 'read') : 'reading',
    }
    await reading.turned(leg, page.documents)
    if (isEnd) return { kind: 'read' }
    place = page.next
  }
}

/** A page, asked for a few times. */
async function pageAt(
  { authority, pause, retryMs }: ReadingParts,
  { from, to }: Leg,
  place: string | null,
  { company, submissionUid, isStopping }: Reading,
): Promise<ListAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await authority.listSent(company, { from, to, place, submissionUid })
    if (answer.kind !== 'not_answered' || tries === mostTries || isStopping()) return answer
    await pause(Math.min(longestPauseMs, Math.max(answer.askedMs ?? 0, retryMs * 2 ** tries)))
  }
}
