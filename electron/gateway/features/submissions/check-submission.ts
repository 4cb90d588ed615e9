import type { Cell } from '../../../../shared/api/endpoint.ts'
import { findingEntries, validationFailed } from '../../../../shared/api/findings.ts'
import { type CheckContext, type CheckedSale, checkSale } from '../../../../shared/document/check.ts'
import type { CodeBook } from '../../../../shared/document/codes.ts'
import { type Finding, finding } from '../../../../shared/document/finding.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import { mayConsolidateActivity, standardRules } from '../../../../shared/domain/consolidation-rules.ts'
import type { Authority } from '../../authority/port.ts'
import type { Call } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { Company } from '../../store/port/port.ts'
import type { Records, Stored } from '../../store/port/records.ts'
import { type Comparison, compareWithOriginals, type ResolvedOriginals, resolveOriginals } from './originals.ts'

export interface CheckDeps {
  readonly records: Records
  readonly codes: { readonly statusOf: CodeBook }
  readonly authority: Pick<Authority, 'sizeOf'>
  readonly clock: Clock
}

/** One submission on its way through. */
export interface Submission {
  readonly call: Call
  readonly cell: Cell
  readonly sale: Sale
  readonly company: Company
}

export const largestDocument = 300 * 1024
/** Below this no body can make a document that is too large; above it the document is built to be measured. */
export const surelySmallBody = 12 * 1024

const nothingToCompare: Comparison = { buyerDiffers: false, notesOn: [] }

/**
 * Everything about a submission that its schema cannot show.
 * @param corrected the invalid record that it corrects
 * @throws Fault validation_failed with every fault there is
 */
export async function checkSubmission(deps: CheckDeps, submission: Submission, corrected: Stored | null = null) {
  const { sale, cell, company, call } = submission
  const context: CheckContext = { ...cell, now: deps.clock.now(), codes: deps.codes.statusOf, rules: company.rules }
  const checked = checkSale(sale, context)
  const findings: Finding[] = checked.ok ? [] : [...checked.findings]
  const owner = { companyGuid: company.profile.companyGuid, family: cell.family, corrected, caller: call.caller }
  const originals = await resolveOriginals(sale, owner, deps.records, findings)
  const isNote = cell.kind !== 'invoice'
  const { consolidation = standardRules } = company.rules
  const { msicCode } = company.profile
  if (sale.consolidate && cell.family === 'sale' && !mayConsolidateActivity(msicCode, consolidation))
    findings.push(finding(['consolidate'], 'consolidation_activity', { msic: msicCode }))
  if (isNote && cell.family === 'sale' && !sale.buyer && !originals.areConsolidated)
    findings.push(finding(['buyer'], 'buyer_required'))
  const note = checked.ok && isNote && { kind: cell.kind, sale: checked.sale, originals: originals.here, corrected }
  const comparison = note ? await compareWithOriginals(deps.records, note, findings) : nothingToCompare
  if (checked.ok && mayBeLarge(call, checked.sale) && isTooLarge(deps, submission, checked.sale, originals))
    findings.push(finding(['lines'], 'document_too_large'))
  if (!checked.ok || findings.length > 0) throw validationFailed(findingEntries(findings))
  return { checked: checked.sale, originals, ...comparison }
}

/** A few characters of a discount become many, and one of the bill stands in every line. */
function mayBeLarge({ rawBody }: Call, sale: CheckedSale): boolean {
  if (rawBody.length > surelySmallBody || sale.discounts || sale.charges) return true
  return sale.lines.some(({ discounts, charges }) => discounts.length > 1 || charges.length > 1)
}

function isTooLarge(
  { authority, clock }: CheckDeps,
  { cell, company, call }: Submission,
  sale: CheckedSale,
  originals: ResolvedOriginals,
): boolean {
  const size = authority.sizeOf({
    identity: { ...cell, documentNumber: 'N'.repeat(50), saleGuid: sale.saleGuid ?? '' },
    body: call.json,
    sale,
    company: company.profile,
    originals: (sale.originals ?? []).map((original) => ({
      documentNumber: original.documentNumber ?? 'N'.repeat(50),
      uuid: original.authorityUuid ?? 'U'.repeat(26),
    })),
    isForGeneralPublic: originals.areConsolidated || sale.consolidate === true,
    issueTime: clock.now(),
  })
  return size > largestDocument
}
