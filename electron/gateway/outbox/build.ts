import { hash } from 'node:crypto'
import type { Sale } from '../../../shared/document/sale.ts'
import { submissionAgeMs } from '../../../shared/domain/decide-send.ts'
import { holdFor, originalsOf } from '../../../shared/domain/decide-submission.ts'
import { finding } from '../../../shared/domain/journal-finding.ts'
import type { AttentionCode, Instant, RecordState } from '../../../shared/domain/record.ts'
import type { BuiltDocument, DocumentOriginal } from '../authority/port.ts'
import { keptSale, namedElsewhere, printedNumber, readBody, settledSale } from '../kept-sale.ts'
import type { Company } from '../store/port/port.ts'
import type { Stored } from '../store/port/records.ts'
import { StorageFailure } from '../store/refusal.ts'
import type { OutboxDeps } from './deps.ts'
import { namesakesOf } from './look-up-query.ts'

/** A document ready to be claimed, or why the record cannot go. */
export type Built =
  | ({ readonly kind: 'built'; readonly issueTime: Instant } & BuiltDocument)
  | { readonly kind: 'cannot'; readonly attention: AttentionCode }

/**
 * The exact bytes for a record's next attempt. One that was ever sent goes again byte for byte or not at all:
 * a rebuilt document would be a second one to the authority.
 */
export async function buildFor(deps: OutboxDeps, company: Company, stored: Stored): Promise<Built> {
  return stored.record.everSent ? frozenBytes(deps, stored) : freshBytes(deps, company, stored)
}

async function frozenBytes({ records, journal, log }: OutboxDeps, { seq, record }: Stored): Promise<Built> {
  const attempts = await records.attempts(seq)
  const last = attempts.filter(({ revision }) => revision === record.revision).at(-1)
  const bytes = last && (await records.payload(last.sha256))
  // A damaged disk may have lost or changed them; anything else than the same bytes would be a second document.
  if (!bytes || hash('sha256', bytes) !== last.sha256) {
    log.error({ saleGuid: record.saleGuid }, 'what was sent of a record is not there any more: it cannot go again')
    // Others may be, too: a person has to look at the disk.
    await journal?.found([finding('body_damaged', { record: seq })])
    return { kind: 'cannot', attention: 'conflict' }
  }
  return { kind: 'built', bytes, sha256: last.sha256, issueTime: last.documentTime }
}

async function freshBytes(deps: OutboxDeps, company: Company, stored: Stored): Promise<Built> {
  const { seq, record } = stored
  const originals = await deps.records.originals(seq)
  const hold = holdFor(originalsOf(originals.map((original) => original.record)))
  if (hold) return { kind: 'cannot', attention: hold }
  try {
    const body = readBody(await deps.records.body(seq, record.revision))
    const sale = settledSale(body, record)
    if (sale.settledTotals.totalPayable.toFixed(2) !== record.totalPayable)
      throw new Error('the kept body comes to another amount than its record')
    const issueTime = issueTimeFor(record.issuedAt, {
      sendingAt: deps.authority.clock.now(),
      said: await timesSaidBefore(deps, stored),
    })
    const isNoteOnConsolidated = originals.length > 0 && originals.every((original) => isConsolidated(original))
    // Since it was accepted without a buyer, some of its receipts have become e-invoices to one.
    if (isOfSaleNote(record) && !sale.buyer && !isNoteOnConsolidated) throw new Error('the note has no buyer any more')
    const built = deps.authority.build({
      identity: record,
      body,
      sale: { ...sale, ...(await receiptsNamed(deps, sale, originals)) },
      company: company.profile,
      originals: await namesOf(deps, sale.originals ?? [], originals),
      isForGeneralPublic: record.consolidated || (isNoteOnConsolidated && !sale.buyer),
      issueTime,
    })
    return { kind: 'built', ...built, issueTime }
  } catch (cause) {
    // Of a disk that does not answer for a moment the document knows nothing: it goes when that is over.
    if (cause instanceof StorageFailure) throw cause
    deps.log.error({ err: cause, saleGuid: record.saleGuid }, 'a record cannot become a document')
    return { kind: 'cannot', attention: 'cannot_be_sent' }
  }
}

/** What was refused counts too: the rule of duplicates as published knows no exception. */
async function timesSaidBefore({ records }: OutboxDeps, stored: Stored): Promise<ReadonlySet<Instant>> {
  const { seq, record } = stored
  const own = record.revision === 1 ? [] : await records.attempts(seq)
  const namesakes = await namesakesOf(records, stored)
  const ofOthers = await Promise.all(namesakes.map((other) => records.attempts(other.seq)))
  const said = [...own.filter(({ revision }) => revision < record.revision), ...ofOthers.flat()]
  return new Set(said.map(({ documentTime }) => documentTime))
}

/** A consolidated document stands for many receipts: whose note it is only their printed numbers tell (contract 10). */
async function receiptsNamed({ records }: OutboxDeps, sale: Sale, originals: readonly Stored[]) {
  const members = originals.filter(({ record }) => record.consolidatedInto !== null)
  if (members.length === 0) return {}
  const numbers = members.map(async ({ seq, record }) => {
    const kept = keptSale(await records.body(seq, record.revision), record)
    return kept ? printedNumber(kept, record) : record.saleCode
  })
  const named = [sale.billReference, ...(await Promise.all(numbers))].filter((each) => each !== undefined)
  return { billReference: [...new Set(named)].join(', ').slice(0, longestReference) }
}

/** Of the authority's field (myinvois 6.2). */
const longestReference = 150

const isOfSaleNote = ({ family, kind }: RecordState) => family === 'sale' && kind !== 'invoice'
const isConsolidated = ({ record }: Stored) => record.consolidated || record.consolidatedInto !== null

/** Of receipts the authority knows only the document they are part of, and that one once (myinvois 6.4). */
async function namesOf(
  { records }: OutboxDeps,
  references: NonNullable<Sale['originals']>,
  originals: readonly Stored[],
): Promise<readonly DocumentOriginal[]> {
  const here = originals.map(async ({ record: original }) => {
    if (!original.authority) throw new Error(`the original ${original.saleGuid} is not at the authority`)
    const into = original.consolidatedInto === null ? null : await records.byGuid(original.consolidatedInto)
    return { documentNumber: (into?.record ?? original).documentNumber, uuid: original.authority.uuid }
  })
  const names = [...(await Promise.all(here)), ...namedElsewhere(references, originals)]
  return [...new Map(names.map((name) => [`${name.documentNumber} ${name.uuid}`, name])).values()]
}

/** An issue time lies so far behind the authority's clock, which is known to about a second: none is of the future. */
const behindMs = 5_000
/** Before the authority's limit, so that a document does not grow too old on its way. */
const marginMs = 15 * 60_000

interface IssueTimeRules {
  /** By the authority's clock. */
  readonly sendingAt: Instant
  /** What earlier revisions and other suppliers' documents under the number said: for two hours the authority calls the same number and time a duplicate (myinvois 3). */
  readonly said: ReadonlySet<Instant>
}

/**
 * The issue time of a document that was never sent (contract 5): when the sale was made, but no later than five seconds
 * before it is sent. A sale that is too old for the authority gets that latest time.
 */
export function issueTimeFor(issuedAt: Instant, { sendingAt, said }: IssueTimeRules): Instant {
  const latest = sendingAt - behindMs
  const isTooOld = issuedAt < sendingAt - submissionAgeMs + marginMs
  let at = toSecond(isTooOld ? latest : Math.min(issuedAt, latest))
  while (said.has(at)) at -= 1000
  return at
}

const toSecond = (instant: Instant): Instant => Math.floor(instant / 1000) * 1000
