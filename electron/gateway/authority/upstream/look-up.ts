import type { LookUpResult } from '../../../../shared/domain/decide-look-up.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { Doubt, LookUpAnswer } from '../port.ts'
import type { UpstreamRecord } from './answer.ts'
import type { Api } from './api.ts'
import { submissionUidOf, uuidOf } from './reference.ts'
import { showDocument } from './status.ts'

/** The other gateway knows our documents by our own GUIDs: one question for each settles it. */
export async function lookUpDoubts(
  api: Api,
  company: CompanyProfile,
  { doubts, step }: { readonly doubts: readonly Doubt[]; readonly step?: (() => void) | undefined },
): Promise<LookUpAnswer> {
  const findings = new Map<string, LookUpResult>()
  for (const doubt of doubts) {
    step?.()
    const shown = await showDocument(api, doubt)
    if (shown.kind === 'not_answered')
      return findings.size > 0 ? { kind: 'answered', findings } : { kind: 'not_answered', askedMs: shown.askedMs }
    findings.set(doubt.saleGuid, shown.kind === 'shown' ? findingOf(shown.record, doubt, company) : { kind: 'nothing' })
  }
  return { kind: 'answered', findings }
}

function findingOf(record: UpstreamRecord, doubt: Doubt, company: CompanyProfile): LookUpResult {
  const uuid = uuidOf(record, doubt.saleGuid)
  // Still the revision before: the correction has not arrived.
  if (doubt.otherUuids.has(uuid)) return { kind: 'nothing' }
  if (record.STATUS === 'Invalid' && !doubt.isInvalidOurs) return { kind: 'nothing' }
  const isOurs =
    record.DOCUMENT_NUMBER === doubt.documentNumber &&
    record.CURRENCY_CODE === doubt.currencyCode &&
    record.TOTAL_PAYABLE === doubt.totalPayable
  return isOurs ? { kind: 'same', uuid, submissionUid: submissionUidOf(record, company) } : { kind: 'other' }
}
