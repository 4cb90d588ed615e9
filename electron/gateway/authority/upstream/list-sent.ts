import { dayOf } from '../../../../shared/domain/calendar.ts'
import { type ListedThere, statusesThere } from '../../../../shared/domain/reconciliation.ts'
import { families, kinds } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { ListAnswer, ListAsk } from '../port.ts'
import { instantOf, page, record, type UpstreamRecord } from './answer.ts'
import { type Api, askedMsOf } from './api.ts'
import { dayIn, uuidOf } from './reference.ts'

const cells = families.flatMap((family) => kinds.map((kind) => ({ family, kind })))

/**
 * One page of what the other gateway has of a company, one kind after the other. It lists by its own name of the company,
 * which only a document that it has can tell; and it does not say how many there are.
 */
export async function listSent(api: Api, company: CompanyProfile, ask: ListAsk): Promise<ListAnswer> {
  if (ask.submissionUid === null) return { kind: 'cannot_list' }
  const [at = '0', ...rest] = (ask.place ?? '0').split(' ')
  const cell = cells[Number(at)]
  if (!cell) return { kind: 'cannot_list' }
  const query = rest.join(' ')
  const result = await api.call({
    method: 'GET',
    path: `/${cell.family}/${cell.kind}_checkstatus/by_submission${query}`,
    headers: {
      company_guid: dayIn(ask.submissionUid).companyGuid,
      submission_from: dayOf(ask.from, company.timeZone),
      submission_to: dayOf(ask.to, company.timeZone),
    },
  })
  const parsed = result.kind === 'answered' && result.status === 200 ? page.safeParse(result.json) : null
  if (!parsed?.success) return { kind: 'not_answered', askedMs: askedMsOf(result) }
  const documents = parsed.data.items.flatMap((item): ListedThere[] => {
    const shown = record.safeParse(item)
    return shown.success ? [listed(shown.data, cell)] : []
  })
  const after = parsed.data.paging.next
  const mark = after?.indexOf('?') ?? -1
  // Only the query of the link is followed: our token goes nowhere but to the address that we were given.
  const next = after && mark >= 0 ? `${at} ${after.slice(mark)}` : nextCell(Number(at))
  return { kind: 'page', documents, next, isFull: true, pages: null, total: null }
}

const nextCell = (at: number): string | null => (at + 1 < cells.length ? String(at + 1) : null)

function listed(shown: UpstreamRecord, { family, kind }: (typeof cells)[number]): ListedThere {
  return {
    uuid: uuidOf(shown, shown.SALE_GUID.toLowerCase()),
    documentNumber: shown.DOCUMENT_NUMBER,
    family,
    kind,
    // What it has not sent yet it has all the same.
    status: statusesThere.find((status) => status === shown.STATUS) ?? 'Submitted',
    total: shown.TOTAL_PAYABLE,
    receivedAt: instantOf(shown.SUBMITTED_AT),
  }
}
