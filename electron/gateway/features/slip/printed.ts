import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { generalPublic } from '../../../../shared/document/party.ts'
import type { CheckedLine, Sale } from '../../../../shared/document/sale.ts'
import type { Totals } from '../../../../shared/document/settle-totals.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { CallWithParam } from '../../http/call.ts'
import type { Settings } from '../../store/port/port.ts'
import { namesOfOriginalsElsewhere, parseSale } from '../../stored-sale.ts'
import type { Codes } from '../codes/codes.ts'
import { findValidatedRecord, type RecordDeps, recordOfCall, type ValidatedRecord } from '../records/find.ts'
import type { PrintedParty } from './page.ts'

export interface SlipDeps extends Pick<RecordDeps, 'records' | 'companies' | 'view'> {
  readonly codes: Codes
  readonly keptSettings: Pick<Settings, 'get'>
  /** Null if a real authority is connected. */
  readonly practice: object | null
}

export interface PrintedRecord extends Omit<ValidatedRecord, 'validationUrl'> {
  /** Null for a receipt in a consolidated document, because that link opens the receipts of all customers. */
  readonly validationUrl: string | null
  readonly sale: Sale
  readonly lines: readonly CheckedLine[]
  readonly totals: Totals
  readonly supplier: PrintedParty
  readonly buyer: PrintedParty
  readonly originals: readonly { readonly documentNumber: string; readonly uuid: string }[]
  /** The issue time in the document at the authority. */
  readonly issueTime: EpochMs
  readonly timeZone: string
  /** A data URL; empty or null for none. */
  readonly logo: string | null
}

/** The name of the setting. */
export const logoOf = (companyGuid: string): string => `logo ${companyGuid}`

/** @throws Fault as `findValidatedRecord` */
export async function loadPrintedRecord(deps: SlipDeps, call: CallWithParam<'guid'>): Promise<PrintedRecord> {
  const stored = await recordOfCall(deps.records, call)
  const isMember = stored.record.consolidatedInto !== null
  const plain = { stored, shown: await deps.view.show(stored, call.language), validationUrl: null }
  const validated = isMember ? plain : await findValidatedRecord(deps, call)
  const { seq, record } = validated.stored
  const company = await deps.companies.byGuid(record.companyGuid)
  if (!company) throw new Error(`the company of record ${seq} is not kept here`)
  const sale = parseSale(await deps.records.body(seq, record.revision), record)
  const { lines, totals } = settleAmounts(sale, [])
  const originals = await deps.records.originals(seq)
  const shownHere = originals.map(async (original) => {
    const { DOCUMENT_NUMBER, AUTHORITY } = await deps.view.renderRecord(original.record, false, call.language)
    return { documentNumber: DOCUMENT_NUMBER, uuid: AUTHORITY?.UUID ?? 'NA' }
  })
  const isSelfBilled = record.family === 'self_billed'
  return {
    ...validated,
    sale,
    lines,
    totals,
    supplier: isSelfBilled && sale.supplier ? sale.supplier : company.profile,
    buyer: isSelfBilled ? company.profile : (sale.buyer ?? generalPublic),
    originals: [...(await Promise.all(shownHere)), ...namesOfOriginalsElsewhere(sale.originals ?? [], originals)],
    issueTime: await issueTimeOf(deps, validated),
    timeZone: company.profile.timeZone,
    logo: await deps.keptSettings.get(logoOf(record.companyGuid)),
  }
}

async function issueTimeOf(
  { records }: SlipDeps,
  { stored: { seq, record } }: Pick<ValidatedRecord, 'stored'>,
): Promise<EpochMs> {
  const attempts = await records.attempts(seq)
  return attempts.findLast(({ revision }) => revision === record.revision)?.documentTime ?? record.issuedAt
}
