import { Big } from 'big.js'
import type { z } from 'zod'
import type { ListedThere } from '../../../../shared/domain/reconciliation.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { ListAnswer, ListAsk } from '../port.ts'
import { instantOf, type Summary, searchPage, statusOf, typeOf } from './answer.ts'
import { type Api, type Read, read } from './api.ts'

/** When documents came in, by the authority's clock. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

export type Met = ReadonlyMap<string, Summary>

export interface Search extends Span {
  /** Whether anything looked for may still be found in a span; asked before each question. */
  readonly isWanted: (span: Span, met: Met) => boolean
  /** Called before each question. */
  readonly step?: (() => void) | undefined
  readonly stopping?: AbortSignal
}

export type Searched =
  | {
      readonly kind: 'answered'
      readonly summaries: readonly Summary[]
      /** They are fewer than the authority says there are. */
      readonly isShort: boolean
    }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }

/** The most that the authority takes (myinvois 2, E9). */
const longestSpanMs = 31 * 86_400_000
const pageSize = 100
/** What comes after it is asked for in shorter spans: authorities limit how many pages can be read. */
const mostPages = 50
/** An authority that lies about its pages must not be asked for ever: at its own limit, this takes hours. */
const mostQuestions = 1_000
const shortestSpanMs = 1_000

/** Our clock and the authority's may disagree by this much. */
export const skewMs = 10 * 60_000

/**
 * The documents a company sent in some time, page after page; where these are too many, in halves of that time, the
 * later one first. No wanted document is missed, in any order of the list and with any others in it:
 * an answer is whole, or there is none.
 */
export async function searchSent(api: Api, company: CompanyProfile, search: Search): Promise<Searched> {
  // Nothing can be found in it, and that would be taken for proof.
  if (!(search.from <= search.to)) return noAnswer
  const met = new Map<string, Summary>()
  let questions = 0
  let isShort = false
  const readPage: ReadPage = async (span, page) => {
    if (questions === mostQuestions || search.stopping?.aborted === true) return unread
    questions += 1
    search.step?.()
    return readSearchPage(api, company, { ...span, number: page })
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

/** The same, for a comparison. */
export async function listSent(
  api: Api,
  company: CompanyProfile,
  { from, to, stopping }: ListAsk,
): Promise<ListAnswer> {
  const found = await searchSent(api, company, { from, to, stopping, isWanted: () => true })
  if (found.kind === 'not_answered') return found
  const documents = found.summaries.map(
    (item): ListedThere => ({
      uuid: item.uuid,
      documentNumber: item.internalid ?? '',
      ...typeOf(item),
      status: statusOf(item) ?? null,
      total: totalOf(item.totalpayableamount ?? item.total),
      receivedAt: instantOf(item.datetimereceived),
    }),
  )
  return { kind: 'listed', documents, isShort: found.isShort }
}

function totalOf(given: number | string | null | undefined): string | null {
  if (given === null || given === undefined) return null
  try {
    return new Big(given).toFixed(2)
  } catch {
    return null
  }
}

type NotAnswered = Exclude<Searched, { readonly kind: 'answered' }>

type ReadPage = (span: Span, page: number) => Promise<SearchPage>

interface Reading extends Pick<Search, 'isWanted'> {
  readonly met: Map<string, Summary>
}

/** One page of a span after the other, until all is seen, or all that is wanted. */
async function readSpan(
  readPage: ReadPage,
  span: Span,
  { met, isWanted }: Reading,
): Promise<NotAnswered | { readonly kind: 'seen' | 'short' | 'too_many' }> {
  const seen = new Set<string>()
  let total = 0
  for (let number = 1; isWanted(span, met); number += 1) {
    const { data, askedMs } = await readPage(span, number)
    if (!data) return { kind: 'not_answered', askedMs }
    const items = data.result ?? []
    // What it says of how many there are has been seen to be wrong.
    total = data.metadata?.totalcount || total
    const before = seen.size
    for (const item of items) {
      seen.add(item.uuid)
      met.set(item.uuid, item)
    }
    // Pages may be shorter than asked for: only that nothing more comes is an end (reliability UP25).
    if (items.length === 0) return seen.size < total ? { kind: 'short' } : allSeen
    // After its last page an authority may show that one again; pages that repeat before have no end.
    if (seen.size === before) return items.length < pageSize && total <= seen.size ? allSeen : noAnswer
    const isTooMany = number >= mostPages || (data.metadata?.totalpages ?? 0) > mostPages
    if (isTooMany && span.to - span.from > shortestSpanMs) return { kind: 'too_many' }
  }
  return allSeen
}

const allSeen = { kind: 'seen' } as const

const noAnswer = { kind: 'not_answered', askedMs: null } as const
const unread = { data: null, askedMs: null } as const

/** One page of the documents a company issued that came in within a span (myinvois 2, E9). */
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
  return read(api, company, { path: `/api/v1.0/documents/search?${query}`, limit: 'search', schema: searchPage })
}

type SearchPage = Read<z.output<typeof searchPage>>

/** As long as they may be, the last one first taken from the end. */
function* spansIn({ from, to }: Span): Iterable<Span> {
  const late = { from: Math.max(from, to - longestSpanMs), to }
  if (late.from > from) yield* spansIn({ from, to: late.from })
  yield late
}

/** Both hold the second in the middle: what came within it may be counted to either. */
function halvesOf({ from, to }: Span): readonly Span[] {
  const middle = from + Math.ceil((to - from) / 2 / shortestSpanMs) * shortestSpanMs
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

const toSecond = (instant: Instant) => `${new Date(instant).toISOString().slice(0, 19)}Z`
