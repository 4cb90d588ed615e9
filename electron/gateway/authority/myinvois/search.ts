import type { Instant } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port.ts'
import { type Summary, searchPage } from './answer.ts'
import { type Api, type ApiResult, askedMsOf } from './api.ts'

export interface Search {
  /** When the documents came in, by the authority's clock; no more than 31 days (myinvois 2, E9). */
  readonly from: Instant
  readonly to: Instant
  /** Asked after each page: whether what was met will do. */
  readonly isEnough?: (met: ReadonlyMap<string, Summary>) => boolean
}

export type Searched =
  | { readonly kind: 'answered'; readonly summaries: readonly Summary[] }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }

const pageSize = 100
const mostPages = 50

/** Our clock and the authority's may disagree by this much. */
export const skewMs = 10 * 60_000

/** The documents a company sent in some time, page after page. */
export async function searchSent(api: Api, company: CompanyProfile, search: Search): Promise<Searched> {
  const met = new Map<string, Summary>()
  for (let page = 1; page <= mostPages; page += 1) {
    const query = new URLSearchParams({
      submissionDateFrom: toSecond(search.from),
      submissionDateTo: toSecond(search.to),
      invoiceDirection: 'Sent',
      pageNo: String(page),
      pageSize: String(pageSize),
    })
    const result = await api.call(company, {
      method: 'GET',
      path: `/api/v1.0/documents/search?${query}`,
      limit: 'search',
    })
    const parsed = parsedPage(result)
    if (!parsed) return { kind: 'not_answered', askedMs: askedMsOf(result) }
    const items = parsed.result ?? []
    for (const item of items) met.set(item.uuid, item)
    if (items.length < pageSize || search.isEnough?.(met)) break
  }
  return { kind: 'answered', summaries: [...met.values()] }
}

function parsedPage(result: ApiResult) {
  const parsed = result.kind === 'answered' && result.status === 200 ? searchPage.safeParse(result.json) : null
  return parsed?.success ? parsed.data : null
}

const toSecond = (instant: Instant) => `${new Date(instant).toISOString().slice(0, 19)}Z`
