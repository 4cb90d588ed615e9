import { Big } from 'big.js'
import type { z } from 'zod'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import type { ListedThere } from '../../../../shared/domain/reconciliation.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { ListAnswer, ListRequest } from '../port.ts'
import { type DocumentSummary, familyAndKindOf, instantOf, searchPageSchema, statusOf } from './answer.ts'
import { type Api, type ReadResult, read } from './api.ts'

/** By the authority's clock. */
export interface Span {
  readonly from: EpochMs
  readonly to: EpochMs
}

export type SummariesByUuid = ReadonlyMap<string, DocumentSummary>

export interface DocumentSearch extends Span {
  /** Asked before each question, with the span that is left. */
  readonly isWanted: (span: Span, met: SummariesByUuid) => boolean
  readonly step?: (() => void) | undefined
  readonly stopping?: AbortSignal
}

export type SearchResult =
  | {
      readonly kind: 'answered'
      readonly summaries: readonly DocumentSummary[]
      /** The list is shorter than its total says. */
      readonly isShort: boolean
    }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }

/** The most that the authority takes (myinvois 2, E9). */
const longestSpanMs = 31 * 86_400_000
const pageSize = 100
/** A longer list is split into shorter spans, because the authority limits the pages. */
const mostPages = 50
/** Ends the search if an authority's pages have no end. */
const mostQuestions = 1_000
const shortestSpanMs = 1_000
/** If one page of many is not answered, it is asked for again: all pages before it would be asked for again otherwise. */
const mostTries = 5

export const skewMs = 10 * 60_000

/** The later half first if there are too many pages. An answer is complete, or there is none. */
export async function searchSent(api: Api, company: CompanyProfile, search: DocumentSearch): Promise<SearchResult> {
  // An empty span would look like proof.
  if (!(search.from <= search.to)) return noAnswer
  const met = new Map<string, DocumentSummary>()
  let questions = 0
  let isShort = false
  const readPage: ReadPage = async (span, page) => {
    for (let tries = 1; questions < mostQuestions && search.stopping?.aborted !== true; tries += 1) {
      questions += 1
      search.step?.()
      const answer = await readSearchPage(api, company, { ...span, number: page })
      if (answer.data || answer.askedMs !== null || met.size === 0 || tries === mostTries) return answer
    }
    return unread
  }
  const spans = [...spansIn(search)]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const end = await readSpan(readPage, span, { met, isWanted: search.isWanted })
    if (end.kind === 'not_answered') return end
    if (end.kind === 'too_many') spans.push(...halvesOf(span))
    if (end.kind === 'short') isShort = true
  }
  return { kind: 'answered', summaries: [...met.values()], isShort }
}

export async function listSent(
  api: Api,
  company: CompanyProfile,
  { from, to, stopping }: ListRequest,
): Promise<ListAnswer> {
  const found = await searchSent(api, company, { from, to, stopping, isWanted: () => true })
  if (found.kind === 'not_answered') return found
  const documents = found.summaries.map(
    (item): ListedThere => ({
      uuid: item.uuid,
      documentNumber: item.internalid ?? '',
      ...familyAndKindOf(item),
      status: statusOf(item) ?? null,
      total: totalOf(item.totalpayableamount ?? item.total),
      receivedAt: instantOf(item.datetimereceived),
    }),
  )
  return { kind: 'listed', documents, isShort: found.isShort }
}

function totalOf(given: number | string | null | undefined): string | null {
  if (given === null || given === undefined) return null
  return nullIfThrown(() => new Big(given).toFixed(2))
}

type NotAnswered = Exclude<SearchResult, { readonly kind: 'answered' }>

type ReadPage = (span: Span, page: number) => Promise<SearchPage>

/** Reads pages until all is seen, or all that is wanted. */
async function readSpan(
  readPage: ReadPage,
  span: Span,
  { met, isWanted }: Pick<DocumentSearch, 'isWanted'> & { readonly met: Map<string, DocumentSummary> },
): Promise<NotAnswered | { readonly kind: 'seen' | 'short' | 'too_many' }> {
  const seen = new Set<string>()
  let total = 0
  for (let number = 1; isWanted(span, met); number += 1) {
    const { data, askedMs } = await readPage(span, number)
    if (!data) return { kind: 'not_answered', askedMs }
    const items = data.result ?? []
    // Totals were seen to be wrong.
    total = data.metadata?.totalcount || total
    const before = seen.size
    for (const item of items) {
      seen.add(item.uuid)
      met.set(item.uuid, item)
    }
    // Pages may be shorter than asked for: only an empty page is the end (reliability UP25).
    if (items.length === 0) return seen.size < total ? { kind: 'short' } : allSeen
    // Some authorities repeat the last page; repeats before the end would go on for ever.
    if (seen.size === before) return items.length < pageSize && total <= seen.size ? allSeen : noAnswer
    const isTooMany = number >= mostPages || (data.metadata?.totalpages ?? 0) > mostPages
    if (isTooMany && span.to - span.from > shortestSpanMs) return { kind: 'too_many' }
  }
  return allSeen
}

const allSeen = { kind: 'seen' } as const

const noAnswer = { kind: 'not_answered', askedMs: null } as const
const unread = { data: null, askedMs: null } as const

/** See myinvois 2, E9. */
function readSearchPage(
  api: Api,
  company: CompanyProfile,
  { from, to, number }: Span & { readonly number: number },
): Promise<SearchPage> {
  const query = new URLSearchParams({
    submissionDateFrom: toSecond(from),
    submissionDateTo: toSecond(to),
    invoiceDirection: 'Sent',
    pageNo: String(number),
    pageSize: String(pageSize),
  })
  return read(api, company, { path: `/api/v1.0/documents/search?${query}`, limit: 'search', schema: searchPageSchema })
}

type SearchPage = ReadResult<z.output<typeof searchPageSchema>>

/** The last one first; each as long as allowed. */
function* spansIn({ from, to }: Span): Iterable<Span> {
  const late = { from: Math.max(from, to - longestSpanMs), to }
  if (late.from > from) yield* spansIn({ from, to: late.from })
  yield late
}

/** Both halves hold the second in the middle. */
function halvesOf({ from, to }: Span): readonly Span[] {
  const middle = from + Math.ceil((to - from) / 2 / shortestSpanMs) * shortestSpanMs
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

const toSecond = (instant: EpochMs) => `${new Date(instant).toISOString().slice(0, 19)}Z`
