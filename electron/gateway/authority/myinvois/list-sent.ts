import { Big } from 'big.js'
import type { ListedThere } from '../../../../shared/domain/reconciliation.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { ListAnswer, ListAsk } from '../port.ts'
import { instantOf, statusOf, typeOf } from './answer.ts'
import type { Api } from './api.ts'
import { pageSize, readSearchPage } from './search.ts'

/** One page of the documents a company issued that came in within a stretch of time (myinvois 2, E9). */
export async function listSent(api: Api, company: CompanyProfile, { from, to, place }: ListAsk): Promise<ListAnswer> {
  const number = place === null ? 1 : Number(place)
  const page = await readSearchPage(api, company, { from, to, number })
  if (!page.data) return { kind: 'not_answered', askedMs: page.askedMs }
  const { result: items, metadata } = page.data
  const documents = (items ?? []).map(
    (item): ListedThere => ({
      uuid: item.uuid,
      documentNumber: item.internalid ?? '',
      ...typeOf(item),
      status: statusOf(item) ?? null,
      total: totalOf(item.totalpayableamount ?? item.total),
      receivedAt: instantOf(item.datetimereceived),
    }),
  )
  return {
    kind: 'page',
    documents,
    // Only that nothing more comes is an end: what it says of its pages has been seen to be wrong.
    next: documents.length === 0 ? null : String(number + 1),
    isFull: documents.length >= pageSize,
    pages: metadata?.totalpages ?? null,
    total: metadata?.totalcount ?? null,
  }
}

function totalOf(given: number | string | null | undefined): string | null {
  if (given === null || given === undefined) return null
  try {
    return new Big(given).toFixed(2)
  } catch {
    return null
  }
}
