import type { ListedThere, Stretch } from '../../../../shared/domain/reconciliation.ts'
import type { Authority, ListAnswer } from '../../authority/port.ts'
import type { CompanyProfile } from '../../store/port/port.ts'

export interface ReadingDeps {
  readonly authority: Pick<Authority, 'listSent'>
  readonly pause: (ms: number) => Promise<void>
  /** Before a question without an answer is asked again the first time. */
  readonly retryMs: number
}

/** What one stretch is read for. */
interface Reading {
  readonly company: CompanyProfile
  readonly submissionUid: string | null
  /** What was listed so far, by its name there. */
  readonly listed: Map<string, ListedThere>
  readonly stopping: AbortSignal
}

/** Why a comparison came to no end. short: the authority listed fewer documents than it says there are. */
export type Halt = 'not_answered' | 'failed' | 'cannot_list' | 'short'

const stretchMs = 3 * 86_400_000
/** Authorities limit how many pages can be read: what comes after them is asked for in shorter stretches. */
const mostPages = 50
const shortestMs = 2_000
const mostTries = 4
/** Of one stretch: a server that always names a next page must not be asked for ever. */
const mostReads = 2_000
const longestPauseMs = 60_000

export function stretchesOf({ from, to }: Stretch): Stretch[] {
  const stretches: Stretch[] = []
  for (let start = from; start < to; start += stretchMs)
    stretches.push({ from: start, to: Math.min(start + stretchMs, to) })
  return stretches
}

/** Both hold the second in the middle: what came within it may be counted to either. */
export function halvesOf({ from, to }: Stretch): readonly Stretch[] {
  const middle = from + Math.ceil((to - from) / 2 / 1000) * 1000
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

/** Reads a stretch from its first page to its end. It ends with the last page, and not with the number of pages that the authority tells. */
export async function readStretch(
  deps: ReadingDeps,
  stretch: Stretch,
  reading: Reading,
): Promise<'read' | 'too_many' | 'stopped' | Halt> {
  const seen = new Set<string>()
  let place: string | null = null
  let said: number | null = null
  for (let reads = 0; reads < mostReads; reads += 1) {
    if (reading.stopping.aborted) return 'stopped'
    const page = await pageAt(deps, stretch, place, reading)
    if (page.kind !== 'page') return page.kind
    const before = seen.size
    for (const { uuid } of page.documents) seen.add(uuid)
    if (isTooLong(stretch, page, reads)) return 'too_many'
    for (const document of page.documents) reading.listed.set(document.uuid, document)
    said = page.total ?? said
    if (endsWith(page, seen.size, before)) return said !== null && seen.size < said ? 'short' : 'read'
    place = page.next
  }
  return 'failed'
}

type Page = Extract<ListAnswer, { readonly kind: 'page' }>

/** Only where the authority tells how much there is can a shorter stretch be asked for and be known to be whole. */
const isTooLong = ({ from, to }: Stretch, { pages, total }: Page, pagesRead: number): boolean =>
  total !== null && to - from > shortestMs && ((pages ?? 0) > mostPages || pagesRead >= mostPages)

/**
 * After its last page an authority may show that one again; pages that bring nothing new have no end. One that does not
 * say how much there is says which page comes next.
 */
function endsWith({ documents, total, isFull, next }: Page, seen: number, before: number): boolean {
  if (next === null || total === null) return next === null
  return documents.length === 0 || seen === before || (seen >= total && !isFull)
}

/** A page, asked for a few times. */
async function pageAt(
  { authority, pause, retryMs }: ReadingDeps,
  { from, to }: Stretch,
  place: string | null,
  { company, submissionUid, stopping }: Reading,
): Promise<ListAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await authority.listSent(company, { from, to, place, submissionUid })
    if (answer.kind !== 'not_answered' || tries === mostTries || stopping.aborted) return answer
    await pause(Math.min(longestPauseMs, Math.max(answer.askedMs ?? 0, retryMs * 2 ** tries)))
  }
}
