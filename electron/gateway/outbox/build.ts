import { hash } from 'node:crypto'
import type { Sale } from '../../../shared/document/sale.ts'
import { submissionAgeMs } from '../../../shared/domain/decide-send.ts'
import { holdReasonOf } from '../../../shared/domain/decide-submission.ts'
import { journalFinding } from '../../../shared/domain/journal-finding.ts'
import type { AttentionCode, EpochMs, RecordState } from '../../../shared/domain/record.ts'
import type { BuiltDocument, OriginalInvoiceRef } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import { StorageFailure } from '../store/refusal.ts'
import {
  applyStoredCodes,
  namesOfOriginalsElsewhere,
  numberOrSaleCode,
  parseAndSettle,
  parseBody,
  parseSaleOrNull,
} from '../stored-sale.ts'
import type { OutboxDeps } from './deps.ts'
import { findSameNumber } from './look-up-query.ts'

export type BuildResult =
  | ({ readonly kind: 'built'; readonly issueTime: EpochMs } & BuiltDocument)
  | { readonly kind: 'cannot'; readonly attention: AttentionCode }

/**
 * The exact bytes for the next attempt. A record that was ever sent goes with the same bytes or not at all: the
 * authority would take a rebuilt document for a second one.
 */
export async function buildOrReuse(deps: OutboxDeps, company: Company, stored: StoredRecord): Promise<BuildResult> {
  return stored.record.everSent ? frozenBytes(deps, stored) : freshBytes(deps, company, stored)
}

async function frozenBytes({ records, journal, log }: OutboxDeps, { seq, record }: StoredRecord): Promise<BuildResult> {
  const last = (await records.attempts(seq)).filter(({ revision }) => revision === record.revision).at(-1)
  const bytes = last && (await records.payload(last.sha256))
  // A damaged disk: other bytes would be a second document.
  if (!bytes || hash('sha256', bytes) !== last.sha256) {
    log.error({ saleGuid: record.saleGuid }, 'what was sent of a record is not there any more: it cannot go again')
    // Other documents may be damaged, too: a person must look at the disk.
    await journal?.found([journalFinding('body_damaged', { record: seq })])
    return { kind: 'cannot', attention: 'conflict' }
  }
  return { kind: 'built', bytes, sha256: last.sha256, issueTime: last.documentTime }
}

async function freshBytes(deps: OutboxDeps, company: Company, stored: StoredRecord): Promise<BuildResult> {
  const { seq, record } = stored
  const originals = await deps.records.originals(seq)
  const hold = holdReasonOf(originals.map((original) => original.record))
  if (hold) return { kind: 'cannot', attention: hold }
  try {
    const body = parseBody(await deps.records.body(seq, record.revision))
    const sale = parseAndSettle(body, record)
    if (sale.settledTotals.totalPayable.toFixed(2) !== record.totalPayable)
      throw new Error('the kept body comes to another amount than its record')
    const issueTime = issueTimeFor(record.issuedAt, {
      sendingAt: deps.authority.clock.now(),
      said: await timesSaidBefore(deps, stored),
    })
    const isNoteOnConsolidated = originals.length > 0 && originals.every((original) => isConsolidated(original))
    // Some of its receipts have become e-invoices with a buyer since it was accepted.
    if (isOfSaleNote(record) && !sale.buyer && !isNoteOnConsolidated) throw new Error('the note has no buyer any more')
    const built = deps.authority.build({
      identity: record,
      body: applyStoredCodes(body, record),
      sale: { ...sale, ...(await receiptsNamed(deps, sale, originals)) },
      company: company.profile,
      originals: await namesOf(deps, sale.originals ?? [], originals),
      isForGeneralPublic: record.consolidated || (isNoteOnConsolidated && !sale.buyer),
      issueTime,
    })
    return { kind: 'built', ...built, issueTime }
  } catch (cause) {
    // If the disk does not answer, the document is not at fault, and goes later.
    if (cause instanceof StorageFailure) throw cause
    deps.log.error({ err: cause, saleGuid: record.saleGuid }, 'a record cannot become a document')
    return { kind: 'cannot', attention: 'cannot_be_sent' }
  }
}

/** Refused documents count: the published rule of duplicates has no exception. */
async function timesSaidBefore({ records }: OutboxDeps, stored: StoredRecord): Promise<ReadonlySet<EpochMs>> {
  const { seq, record } = stored
  const own = record.revision === 1 ? [] : await records.attempts(seq)
  const namesakes = await findSameNumber(records, stored)
  const ofOthers = await Promise.all(namesakes.map((other) => records.attempts(other.seq)))
  const said = [...own.filter(({ revision }) => revision < record.revision), ...ofOthers.flat()]
  return new Set(said.map(({ documentTime }) => documentTime))
}

/** Only the printed numbers tell which receipts of a consolidated document a note is for (contract 10). */
async function receiptsNamed({ records }: OutboxDeps, sale: Sale, originals: readonly StoredRecord[]) {
  const members = originals.filter(({ record }) => record.consolidatedInto !== null)
  if (members.length === 0) return {}
  const numbers = members.map(async ({ seq, record }) => {
    const kept = parseSaleOrNull(await records.body(seq, record.revision), record)
    return kept ? numberOrSaleCode(kept, record) : record.saleCode
  })
  const named = [sale.billReference, ...(await Promise.all(numbers))].filter((each) => each !== undefined)
  return { billReference: [...new Set(named)].join(', ').slice(0, longestReference) }
}

/** See myinvois 6.2. */
const longestReference = 150

const isOfSaleNote = ({ family, kind }: RecordState) => family === 'sale' && kind !== 'invoice'
const isConsolidated = ({ record }: StoredRecord) => record.consolidated || record.consolidatedInto !== null

/** The authority knows receipts only by their consolidated document, which is named once (myinvois 6.4). */
async function namesOf(
  { records }: OutboxDeps,
  references: NonNullable<Sale['originals']>,
  originals: readonly StoredRecord[],
): Promise<readonly OriginalInvoiceRef[]> {
  const here = originals.map(async ({ record: original }) => {
    if (!original.authority) throw new Error(`the original ${original.saleGuid} is not at the authority`)
    const into = original.consolidatedInto === null ? null : await records.byGuid(original.consolidatedInto)
    return { documentNumber: (into?.record ?? original).documentNumber, uuid: original.authority.uuid }
  })
  const names = [...(await Promise.all(here)), ...namesOfOriginalsElsewhere(references, originals)]
  return [...new Map(names.map((name) => [`${name.documentNumber} ${name.uuid}`, name])).values()]
}

/** Behind the authority's clock, which is known to a second, so that no document is from the future. */
const behindMs = 5_000
/** A document must not grow too old on its way. */
const marginMs = 15 * 60_000

interface IssueTimeRules {
  /** By the authority's clock. */
  readonly sendingAt: EpochMs
  /**
   * Times of other documents with this number: within two hours the authority calls the same number and time a
   * duplicate (myinvois 3).
   */
  readonly said: ReadonlySet<EpochMs>
}

/**
 * For a document that was never sent (contract 5): the time of the sale, but at least five seconds before sending. A
 * sale that is too old gets that latest time.
 */
export function issueTimeFor(issuedAt: EpochMs, { sendingAt, said }: IssueTimeRules): EpochMs {
  const latest = sendingAt - behindMs
  const isTooOld = issuedAt < sendingAt - submissionAgeMs + marginMs
  let at = toSecond(isTooOld ? latest : Math.min(issuedAt, latest))
  while (said.has(at)) at -= 1000
  return at
}

const toSecond = (instant: EpochMs): EpochMs => Math.floor(instant / 1000) * 1000
