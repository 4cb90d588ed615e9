import type { DocumentName } from '../port.ts'
import { recordIn, type UpstreamRecord } from './answer.ts'
import { type Api, askedMsOf } from './api.ts'

/** What the other gateway shows of one document. */
export type Shown =
  | { readonly kind: 'shown'; readonly record: UpstreamRecord }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }

export async function showDocument(api: Api, { family, kind, saleGuid }: DocumentName): Promise<Shown> {
  const path = `/${family}/${kind}_checkstatus/by_guid`
  const result = await api.call({ method: 'GET', path, headers: { sale_guid: saleGuid } })
  if (result.kind === 'answered') {
    const record = result.status === 200 ? recordIn(result.json, saleGuid) : null
    if (record) return { kind: 'shown', record }
    // A 404 of something on the way is no proof.
    if (result.status === 404 && result.problem?.code === 'record_not_found') return { kind: 'unknown' }
  }
  return { kind: 'not_answered', askedMs: askedMsOf(result) }
}
