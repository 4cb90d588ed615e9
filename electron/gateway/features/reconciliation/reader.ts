import type { ListedThere } from '../../../../shared/domain/reconciliation.ts'
import type { Authority, ListAnswer } from '../../authority/port.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { Halt, Leg } from './progress.ts'

export interface ReadingDeps {
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

/** Authorities limit how many pages can be read: what comes after them is asked for in shorter stretches. */
const mostPages = 50
const shortestMs = 2_000
const mostTries = 4
/** Of one stretch: a server that always names a next page must not be asked for ever. */
const mostReads = 2_000
const longestPauseMs = 60_000

/** Reads a stretch from its first page to its end. It ends with the last page, and not with the number of pages that the authority tells. */
export async function readLeg(deps: ReadingDeps, start: Leg, reading: Reading): Promise<ReadLeg> {
  const seen = new Set<string>()
  let leg: Leg = { ...start, pagesRead: 0, documentsRead: 0, state: 'reading' }
  let place: string | null = null
  for (let reads = 0; reads < mostReads; reads += 1) {
    if (reading.isStopping()) return { kind: 'halted', why: 'restarted' }
    const page = await pageAt(deps, leg, place, reading)
    if (page.kind === 'cannot_list') return { kind: 'halted', why: 'cannot_list' }
    if (page.kind === 'not_answered') return { kind: 'halted', why: 'not_answered' }
    const before = seen.size
    for (const { uuid } of page.documents) seen.add(uuid)
    if (isTooLong(leg, page)) return { kind: 'too_many' }
    const isEnd = endsWith(page, seen.size, before)
    leg = turnedLeg(leg, page, { seen: seen.size, isEnd })
    await reading.turned(leg, page.documents)
    if (isEnd) return { kind: 'read' }
    place = page.next
  }
  return { kind: 'halted', why: 'failed' }
}

type Page = Extract<ListAnswer, { readonly kind: 'page' }>

/** Only where the authority tells how much there is can a shorter stretch be asked for and be known to be whole. */
const isTooLong = ({ pagesRead, from, to }: Leg, { pages, total }: Page): boolean =>
  total !== null && to - from > shortestMs && ((pages ?? 0) > mostPages || pagesRead >= mostPages)

/**
 * After its last page an authority may show that one again; pages that bring nothing new have no end. One that does not
 * say how much there is says which page comes next.
 */
function endsWith({ documents, total, isFull, next }: Page, seen: number, before: number): boolean {
  if (next === null || total === null) return next === null
  return documents.length === 0 || seen === before || (seen >= total && !isFull)
}

interface Turned {
  readonly seen: number
  readonly isEnd: boolean
}

function turnedLeg(leg: Leg, { documents, pages, total }: Page, { seen, isEnd }: Turned): Leg {
  const said = total ?? leg.documentsSaid
  const ended = said !== null && seen < said ? 'short' : 'read'
  return {
    ...leg,
    pagesRead: leg.pagesRead + (documents.length > 0 ? 1 : 0),
    pagesSaid: pages ?? leg.pagesSaid,
    documentsRead: seen,
    documentsSaid: said,
    state: isEnd ? ended : 'reading',
  }
}

/** A page, asked for a few times. */
async function pageAt(
  { authority, pause, retryMs }: ReadingDeps,
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
