import { Big } from 'big.js'
import { z } from 'zod'
import type { ListedThere } from '../../../../shared/domain/reconciliation.ts'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { ListAnswer, ListAsk } from '../port.ts'
import { instantOf, searchPage, statusOf } from './answer.ts'
import { type Api, askedMsOf } from './api.ts'

const pageSize = 100

/** Lists do not agree on what the total is called (myinvois 2, E5, E9). */
const totals = z.object({
  result: z
    .array(
      z.object({ total: z.number().or(z.string()).nullish(), totalpayableamount: z.number().or(z.string()).nullish() }),
    )
    .nullish(),
})

/** One page of the documents a company issued that came in within a stretch of time (myinvois 2, E9). */
export async function listSent(api: Api, company: CompanyProfile, { from, to, place }: ListAsk): Promise<ListAnswer> {
  const number = place === null ? 1 : Number(place)
  const query = new URLSearchParams({
    submissionDateFrom: toSecond(from),
    submissionDateTo: toSecond(to),
    invoiceDirection: 'Sent',
    pageNo: String(number),
    pageSize: String(pageSize),
  })
  const path = `/api/v1.0/documents/search?${query}`
  const result = await api.call(company, { method: 'GET', path, limit: 'search' })
  const isGood = result.kind === 'answered' && result.status === 200
  const page = isGood ? searchPage.safeParse(result.json) : null
  const amounts = isGood ? totals.safeParse(result.json) : null
  if (!page?.success || !amounts?.success) return { kind: 'not_answered', askedMs: askedMsOf(result) }
  const { result: items, metadata } = page.data
  const documents = (items ?? []).map((item, at): ListedThere => {
    const amount = amounts.data.result?.[at]
    return {
      uuid: item.uuid,
      documentNumber: item.internalid ?? '',
      ...typeOf(item.typename ?? ''),
      status: statusOf(item) ?? null,
      total: totalOf(amount?.totalpayableamount ?? amount?.total),
      receivedAt: instantOf(item.datetimereceived),
    }
  })
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

const kinds: Readonly<Record<string, Kind>> = {
  invoice: 'invoice',
  creditnote: 'credit_note',
  debitnote: 'debit_note',
  refundnote: 'refund_note',
}

/** `Self-billed Credit Note`, however it is spelled. */
function typeOf(name: string): { readonly family: Family | null; readonly kind: Kind | null } {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '')
  const family = letters.startsWith('selfbilled') ? 'self_billed' : 'sale'
  const kind = kinds[letters.replace('selfbilled', '')]
  return kind ? { family, kind } : { family: null, kind: null }
}

const toSecond = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`
