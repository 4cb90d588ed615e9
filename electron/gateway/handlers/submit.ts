import type { Cell } from '../../../shared/catalogue/endpoint.ts'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { findingEntries } from '../../../shared/catalogue/findings.ts'
import { toDomainNames } from '../../../shared/catalogue/names.ts'
import type { SaleDocument } from '../../../shared/catalogue/shapes/sale-document.ts'
import type { CheckedSale } from '../../../shared/document/check.ts'
import { sum } from '../../../shared/document/decimals.ts'
import { finding } from '../../../shared/document/finding.ts'
import type { Sale } from '../../../shared/document/sale.ts'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { holdFor } from '../../../shared/domain/decide-hold.ts'
import { decideSubmission } from '../../../shared/domain/decide-submission.ts'
import { evolve } from '../../../shared/domain/evolve.ts'
import type { Content, Identity, RecordState } from '../../../shared/domain/record.ts'
import { statusOf } from '../../../shared/domain/status.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { Caller } from '../access.ts'
import { type Changes, recordOf } from '../changes.ts'
import { crashPoint } from '../crash-points.ts'
import { hashedNumber, plainNumber } from '../document-number.ts'
import type { Call, Handler, Reply } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Randomness } from '../ports.ts'
import type { Companies, Company } from '../store/port.ts'
import type { Stored, Write } from '../store/port-records.ts'
import { untilFresh } from '../until-fresh.ts'
import { type CheckParts, checkSubmission, type Submission } from './check-submission.ts'
import { isVisible } from './find-record.ts'
import type { ResolvedOriginals } from './originals.ts'
import { recall } from './recall.ts'
import type { RecordView } from './record-view.ts'

export interface SubmitParts extends CheckParts {
  readonly companies: Companies
  readonly changes: Changes
  readonly view: RecordView
  readonly randomness: Randomness
  /** How long a new record rests before it may be sent. */
  readonly dispatchDelayMs: number
  /** Says that there may be something to send. */
  readonly wake: (companyGuid: string) => void
}

/** Keeps a document durably and answers; the authority is called afterwards (contract 5). */
export const submit =
  (parts: SubmitParts, cell: Cell): Handler =>
  async (call) => {
    const sale: Sale = toDomainNames(call.body as SaleDocument)
    const company = await companyOf(sale, call.caller, parts.companies)
    const submission = { call, cell, sale, company }
    const reply = await untilFresh(() => tryToSubmit(parts, submission))
    return call.preferWaitMs > 0 ? waitForLastWord(parts, reply, call) : answer(parts.view, reply, call.language)
  }

interface Accepted {
  readonly stored: Stored
  readonly isReplay: boolean
}

/**
 * Nearly every submission is new and in order, so it is first stored as if it were: one way to the store instead of
 * two. Where that fails, what is known of it decides.
 */
const tryToSubmit = async (parts: SubmitParts, submission: Submission): Promise<Accepted | undefined> =>
  (await tryAsNew(parts, submission)) ?? (await tryKnowing(parts, submission))

async function tryAsNew(parts: SubmitParts, submission: Submission): Promise<Accepted | undefined> {
  try {
    const identity = identityOf(submission, parts.randomness)
    return await store(parts, submission, { identity, ...(await checkSubmission(parts, submission)), revised: null })
  } catch (thrown) {
    // A repeat is answered whatever today's rules say of it, so whether this is one comes first.
    if (thrown instanceof Fault && thrown.code === 'validation_failed') return undefined
    throw thrown
  }
}

async function tryKnowing(parts: SubmitParts, submission: Submission): Promise<Accepted | undefined> {
  const { sale } = submission
  const identity = identityOf(submission, parts.randomness)
  const known = await recall(parts.records, submission)
  const decision = decideSubmission({ identity, namesGuid: sale.saleGuid !== undefined }, known.records)
  if (decision.kind === 'replays' && known.candidate) return { stored: known.candidate, isReplay: true }
  const revised = decision.kind === 'revises' ? known.candidate : null
  const checked = await checkSubmission(parts, submission, revised)
  switch (decision.kind) {
    case 'refused': {
      const inTheWay = [known.byGuid, known.byKey, known.voidedByKey].find((one) => one?.record === decision.record)
      throw new Fault(decision.code, await shownTo(parts, submission, inTheWay))
    }
    case 'receives':
    case 'revises':
      return store(parts, submission, { identity, ...checked, revised })
    case 'replays':
      return undefined
  }
}

/** The number the till gave; or the sale's own, and one that cannot be taken where that is too long or taken. */
function* numbersFor({ documentNumber }: Sale, identity: Identity): Iterable<string> {
  if (documentNumber !== undefined) {
    yield documentNumber
    return
  }
  const plain = plainNumber(identity)
  if (plain !== null) yield plain
  yield hashedNumber(identity, identity.family, identity.kind)
}

interface ToStore {
  readonly identity: Identity
  readonly checked: CheckedSale
  readonly originals: ResolvedOriginals
  /** It names another party than what it refers to. */
  readonly buyerDiffers: boolean
  /** The invalid record that this corrects. */
  readonly revised: Stored | null
}

/** @returns undefined where something the decision rests on has changed meanwhile */
async function store(parts: SubmitParts, submission: Submission, toStore: ToStore): Promise<Accepted | undefined> {
  const { sale } = submission
  const { identity, originals, revised } = toStore
  for (const documentNumber of numbersFor(sale, identity)) {
    const write = writeFor(parts, submission, toStore, documentNumber)
    const written = await parts.records.write({ writes: [write], unchanged: originals.here })
    if (written.ok) {
      crashPoint('submission_stored')
      parts.wake(identity.companyGuid)
      const stored = { seq: written.seqs[0] ?? revised?.seq ?? 0, record: recordOf(write) }
      return { stored: written.doubted?.[0] ?? stored, isReplay: false }
    }
    if (written.why !== 'number_taken') return undefined
  }
  const number = sale.documentNumber ?? ''
  const holder = await parts.records.byNumber({ ...identity, documentNumber: number })
  throw new Fault('document_number_reused', { values: { number }, ...(await shownTo(parts, submission, holder)) })
}

/** The record in the way, for those who may see it. */
async function shownTo({ view }: SubmitParts, { call }: Submission, inTheWay: Stored | null | undefined) {
  return inTheWay && isVisible(inTheWay, call.caller) ? { record: await view.show(inTheWay, call.language) } : {}
}

function writeFor(
  parts: SubmitParts,
  { call, sale, company }: Submission,
  toStore: ToStore,
  documentNumber: string,
): Write {
  const { identity, checked, originals, buyerDiffers, revised } = toStore
  const at = parts.clock.now()
  const content = { ...contentOf(checked, documentNumber), ...(buyerDiffers && { buyerDiffers }) }
  const holds = holdFor(originals.standing)
  const effects = {
    by: call.caller.by,
    dueAt: at + parts.dispatchDelayMs,
    body: call.rawBody,
    originals: originals.here,
  }
  if (revised) {
    const event = { type: 'revised', at, content, holds } as const
    return { kind: 'update', was: revised, record: evolve(revised.record, event), event, ...effects }
  }
  const event = { type: 'received', at, identity, content, holds } as const
  const day = dayOf(at, company.profile.timeZone)
  // A new SALE_GUID says that the sale is meant; without one it may be a blind retry of what was voided (contract 5).
  return {
    kind: 'insert',
    event,
    day,
    mayFollowVoided: sale.saleGuid !== undefined,
    ...effects,
  }
}

const contentOf = (sale: CheckedSale, documentNumber: string): Content => ({
  documentNumber,
  ...(sale.taxRounding === 'document' && { roundingDifference: differenceOf(sale) }),
  currencyCode: sale.currencyCode ?? 'MYR',
  totalPayable: sale.settledTotals.totalPayable.toFixed(2),
  issuedAt: sale.issuedAt,
  consolidated: sale.consolidate ?? false,
})

const differenceOf = ({ taxDifferences }: CheckedSale): string =>
  sum(taxDifferences.map(({ amount }) => amount)).toFixed(2)

/** @throws Fault validation_failed; to a token of one company the others do not exist */
async function companyOf({ companyCode }: Sale, caller: Caller, companies: Companies): Promise<Company> {
  const company = await companies.byCode(companyCode)
  const isTheirs = caller.companyGuid === null || caller.companyGuid === company?.profile.companyGuid
  if (!company || !isTheirs) throw validationFailed(findingEntries([finding(['companyCode'], 'company_unknown')]))
  return company
}

function identityOf({ sale, cell, company }: Submission, randomness: Randomness): Identity {
  const { companyCode, outletName, terminalName, shiftCode, saleCode } = sale
  return {
    saleGuid: sale.saleGuid ?? randomness.guid(),
    family: cell.family,
    kind: cell.kind,
    companyGuid: company.profile.companyGuid,
    companyCode,
    outletName,
    terminalName,
    shiftCode,
    saleCode,
  }
}

async function answer(view: RecordView, { stored, isReplay }: Accepted, language: Language): Promise<Reply> {
  const body = await view.show(stored, language)
  return isReplay ? { status: 200, body, headers: { 'idempotency-replayed': 'true' } } : { status: 202, body }
}

/** Waits as long as the caller likes for a final status; the status code says the same either way. */
async function waitForLastWord(parts: SubmitParts, accepted: Accepted, call: Call): Promise<Reply> {
  const { saleGuid } = accepted.stored.record
  const isMine = (record: RecordState) => record.saleGuid === saleGuid && isFinal(record)
  const news = parts.changes.next(isMine, call.preferWaitMs)
  const now = (await parts.records.byGuid(saleGuid)) ?? accepted.stored
  if (isFinal(now.record) || now.record.consolidated)
    return answer(parts.view, { ...accepted, stored: now }, call.language)
  await news
  // Where the time is over it may have come further all the same: what it is now, and not what it was before.
  const stored = (await parts.records.byGuid(saleGuid)) ?? now
  return answer(parts.view, { ...accepted, stored }, call.language)
}

const isFinal = (record: RecordState) => !['Pending', 'InProgress'].includes(statusOf(record))
