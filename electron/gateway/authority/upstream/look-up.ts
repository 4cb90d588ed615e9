import type { LookUpResult } from '../../../../shared/domain/decide-look-up.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { LookUpAnswer, LookUpQuery } from '../port.ts'
import type { UpstreamRecord } from './answer.ts'
import type { Api } from './api.ts'
import { submissionUidOf, uuidOf } from './reference.ts'
import { showDocument } from './status.ts'

/** The other gateway knows our documents by our own GUIDs: one question for each settles it. */
export async function lookUpDocuments(
  api: Api,
  company: CompanyProfile,
  { queries, step }: { readonly queries: readonly LookUpQuery[]; readonly step?: (() => void) | undefined },
): Promise<LookUpAnswer> {
  const findings = new Map<string, LookUpResult>()
  for (const query of queries) {
    step?.()
    const shown = await showDocument(api, query)
    if (shown.kind === 'not_answered')
      return findings.size > 0 ? { kind: 'answered', findings } : { kind: 'not_answered', askedMs: shown.askedMs }
    findings.set(query.saleGuid, shown.kind === 'shown' ? findingOf(shown.record, query, company) : { kind: 'nothing' })
  }
  return { kind: 'answered', findings }
}

function findingOf(record: UpstreamRecord, query: LookUpQuery, company: CompanyProfile): LookUpResult {
  const uuid = uuidOf(record, query.saleGuid)
  // Still the revision before: the correction has not arrived.
  if (query.otherUuids.has(uuid)) return { kind: 'nothing' }
  if (record.STATUS === 'Invalid' && !query.isInvalidOurs) return { kind: 'nothing' }
  const isOurs =
    record.DOCUMENT_NUMBER === query.documentNumber &&
    record.CURRENCY_CODE === query.currencyCode &&
    record.TOTAL_PAYABLE === query.totalPayable
  return isOurs ? { kind: 'same', uuid, submissionUid: submissionUidOf(record, company) } : { kind: 'other' }
}
