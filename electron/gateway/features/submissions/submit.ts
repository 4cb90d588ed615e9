import type { operations } from '../../../../shared/api/axes.ts'
import type { GridCell } from '../../../../shared/api/endpoint.ts'
import {
  Fault,
  type FaultDetails,
  faultsOfCodes,
  faultsOfFindings,
  validationFailed,
} from '../../../../shared/api/faults.ts'
import { isOverRefundLimit } from '../../../../shared/document/arithmetic.ts'
import type { CheckedSale } from '../../../../shared/document/check.ts'
import { finding } from '../../../../shared/document/finding.ts'
import { type Sale, saleOf } from '../../../../shared/document/sale.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { decideSubmission } from '../../../../shared/domain/decide-submission.ts'
import { includesOutlet, seesCompany, seesOutlet } from '../../../../shared/domain/outlet.ts'
import type { Content, Identity, RecordState } from '../../../../shared/domain/record.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import type { Language } from '../../../../shared/words/words.ts'
import type { Call, OperationHandler, ReplyOf } from '../../http/call.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { SalePriority } from '../../platform/sale-priority.ts'
import type { Randomness } from '../../ports.ts'
import type { Companies } from '../../store/port/port.ts'
import type { StoredRecord, Write } from '../../store/port/records.ts'
import { mapCodes, otherNotes, parseOfficialSale } from '../../stored-sale.ts'
import type { BuyerLinkMaker } from '../buyer/receipt.ts'
import type { ChangeNotifier } from '../records/changes.ts'
import { retryOnConflict } from '../records/find.ts'
import type { RecordView } from '../records/record-view.ts'
import {
  type CheckDeps,
  type Comparison,
  checkSubmission,
  otherPartyOf,
  type ResolvedOriginals,
  type Submission,
} from './check-submission.ts'
import { numberHolderOf, numbersFor } from './document-number.ts'
import { differenceEntries, findEarlierMatches, identityOf } from './recall.ts'

export interface SubmitDeps extends CheckDeps {
  readonly companies: Companies
  readonly changes: ChangeNotifier
  readonly view: RecordView
  readonly randomness: Randomness
  /** Null if buyers have no page. */
  readonly buyerLink: BuyerLinkMaker | null
  /** How long a new record rests before it may be sent. */
  readonly dispatchDelayMs: number
  readonly salePriority: Pick<SalePriority, 'begin'>
  readonly outbox: { submitted(companyGuid: string): void }
}

/** The authority is called only afterwards (contract 5). */
export const submit =
  (deps: SubmitDeps, cell: GridCell): OperationHandler<'submit'> =>
  async (call) => {
    const submission = await submissionOf(deps, cell, call)
    const end = deps.salePriority.begin()
    let reply: Accepted
    try {
      const asNew = await checkedAsNew(deps, submission)
      const kept = asNew && (await store(deps, submission, asNew))
      reply = kept ?? (await retryOnConflict(() => tryKnowing(deps, submission)))
    } finally {
      end()
    }
    const { waitMs } = call.prefers
    if (waitMs === 0) return answer(deps, reply, call.language)
    const told = await waitForLastWord(deps, reply, call)
    return { ...told, headers: { ...told.headers, 'preference-applied': `wait=${waitMs / 1000}` } }
  }

type SubmitCall = Parameters<OperationHandler<'submit'>>[0]

export async function submissionOf(deps: SubmitDeps, cell: GridCell, call: SubmitCall): Promise<Submission> {
  const sale = saleOf(call.body)
  const company = await companyOf(sale, call, deps)
  const asSent = { call, cell, sale, body: call.json, sentAs: null, company }
  if (!company.rules.codeMapping) return asSent
  const { body, used: sentAs } = mapCodes(call.json, company.rules.codeMapping, deps.codes.statusOf)
  return sentAs.length === 0
    ? asSent
    : { ...asSent, body, sentAs, sale: parseOfficialSale(body, { ...cell, sentAs: null }) }
}

type Answer = ReplyOf<(typeof operations)['submit']>

interface Accepted {
  readonly stored: StoredRecord
  readonly isReplay: boolean
}

/**
 * Nearly every submission is new and correct, so it is stored without a look-up. Only if that fails, the names are
 * looked up.
 */
async function checkedAsNew(deps: SubmitDeps, submission: Submission): Promise<ToStore | undefined> {
  try {
    const identity = identityOf(submission, deps.randomness)
    const checked = await checkSubmission(deps, submission)
    const by = authorOf(submission, { ...checked, revised: null })
    // A repeat of a refund needs no second approval, so this is decided first, too.
    return by === null ? undefined : { identity, ...checked, revised: null, by }
  } catch (thrown) {
    // A repeat is answered without today's rules, so this is decided first.
    if (thrown instanceof Fault && thrown.code === 'validation_failed') return undefined
    throw thrown
  }
}

async function tryKnowing(deps: SubmitDeps, submission: Submission): Promise<Accepted | undefined> {
  const decided = await decide(deps, submission)
  return decided && 'checked' in decided ? store(deps, submission, decided) : decided
}

/** @returns the record that this repeats, or what would be stored @throws Fault if it is refused */
export async function decide(deps: SubmitDeps, submission: Submission): Promise<Accepted | ToStore | undefined> {
  const { sale } = submission
  const identity = identityOf(submission, deps.randomness)
  const known = await findEarlierMatches(deps.records, submission)
  // Another company's record is never shown.
  if (known.byGuid && !seesOutlet(submission.call.caller, known.byGuid.record)) throw new Fault('sale_guid_reused')
  const decision = decideSubmission({ identity, namesGuid: sale.saleGuid !== undefined }, known.records)
  if (decision.kind === 'replays' && known.candidate) return { stored: known.candidate, isReplay: true }
  const revised = decision.kind === 'revises' ? known.candidate : null
  const checked = await checkSubmission(deps, submission, revised)
  switch (decision.kind) {
    case 'refused': {
      const inTheWay = [known.byGuid, known.byKey, known.voidedByKey].find((one) => one?.record === decision.record)
      const shown = await shownTo(deps, submission, inTheWay)
      const isReuse = decision.code === 'sale_guid_reused' || decision.code === 'business_key_reused'
      if (!inTheWay || !shown.record || !isReuse) throw new Fault(decision.code, shown)
      throw new Fault(decision.code, { ...shown, entries: differenceEntries(submission, inTheWay, known) })
    }
    case 'receives':
    case 'revises':
      const by = authorOf(submission, { ...checked, revised })
      if (by === null) throw new Fault('insufficient_scope', { says: 'refund_needs_supervisor' })
      return { identity, ...checked, revised, by }
    case 'replays':
      return undefined
  }
}

/** A till asks for a supervisor by its own rules (contract 3). @returns null if one has to allow the refund of a person */
function authorOf(
  { call: { caller }, cell, company, sale }: Submission,
  { checked, originals, notesOn, revised }: Omit<ToStore, 'identity' | 'by'>,
): string | null {
  // A self-billed refund brings money in.
  const isMoneyOut = cell.kind === 'refund_note' && cell.family === 'sale'
  if (!caller.person || caller.scopes.has('cancel') || !isMoneyOut) return caller.by
  const isOfKept = originals.here.length === checked.originals?.length
  const { currencyCode = 'MYR', settledTotals } = checked
  const payable = settledTotals.totalPayable
  const earlier = otherNotes(notesOn, { ...cell, corrected: revised }).map(({ record }) => record)
  const limit = company.rules.refundLimits?.[isOfKept ? 'ofKept' : 'ofOthers'] ?? '0'
  if (!isOverRefundLimit([{ totalPayable: payable.toFixed(), currencyCode }, ...earlier], limit)) return caller.by
  const { allowedRefund: allowed } = caller
  const place = { ...company.profile, outletName: sale.outletName }
  const isAllowed =
    allowed?.currencyCode === currencyCode &&
    allowed.saleGuid === sale.saleGuid &&
    payable.lte(allowed.payable) &&
    (allowed.outlets.length === 0 || includesOutlet(allowed.outlets, place))
  return isAllowed ? allowed.by : null
}

export interface ToStore extends Comparison {
  readonly identity: Identity
  readonly checked: CheckedSale
  readonly originals: ResolvedOriginals
  readonly revised: StoredRecord | null
  readonly by: string
}

/** @returns undefined if a record that the decision depends on changed meanwhile */
async function store(deps: SubmitDeps, submission: Submission, toStore: ToStore): Promise<Accepted | undefined> {
  const { sale } = submission
  const { identity, originals, notesOn } = toStore
  for (const documentNumber of numbersFor(sale, identity)) {
    const write = writeFor(deps, submission, toStore, documentNumber)
    const written = await deps.records.write({ writes: [write], unchanged: originals.here, notesOn })
    if (written.ok) {
      checkpoint('submission_stored')
      deps.outbox.submitted(identity.companyGuid)
      const [stored] = written.stored
      if (stored) return { stored, isReplay: false }
    } else if (written.why !== 'number_taken') return undefined
  }
  throw await numberTaken(deps, submission, await numberHolderOf(deps.records, submission))
}

export async function numberTaken(deps: SubmitDeps, submission: Submission, holder: StoredRecord | null) {
  const values = { number: submission.sale.documentNumber ?? '' }
  return new Fault('document_number_reused', { values, ...(await shownTo(deps, submission, holder)) })
}

async function shownTo(
  { view }: SubmitDeps,
  { call }: Submission,
  inTheWay: StoredRecord | null | undefined,
): Promise<Pick<FaultDetails, 'record'>> {
  return inTheWay && seesOutlet(call.caller, inTheWay.record)
    ? { record: await view.show(inTheWay, call.language) }
    : {}
}

function writeFor(
  deps: SubmitDeps,
  { call, sale, sentAs, company }: Submission,
  toStore: ToStore,
  documentNumber: string,
): Write {
  const { identity, checked, originals, buyerDiffers, revised, by } = toStore
  const at = deps.clock.now()
  const said = { ...(buyerDiffers && { buyerDiffers }), ...(sentAs && { sentAs }) }
  const content = { ...contentOf(checked, documentNumber), ...said }
  const { holds } = originals
  const effects = {
    by,
    dueAt: at + deps.dispatchDelayMs,
    body: call.rawBody,
    originals: originals.here,
  }
  if (revised) {
    return { kind: 'update', was: revised, event: { type: 'revised', at, content, holds }, ...effects }
  }
  const event = { type: 'received', at, identity, content, holds } as const
  const day = dayOf(at, company.profile.timeZone)
  // A new SALE_GUID shows that the sale is meant; without one this may be a blind retry of a voided sale (contract 5).
  return {
    kind: 'insert',
    event,
    day,
    mayFollowVoided: sale.saleGuid !== undefined,
    otherParty: otherPartyOf(sale),
    ...effects,
  }
}

const contentOf = (sale: CheckedSale, documentNumber: string): Content => ({
  documentNumber,
  ...(sale.roundingDifference && { roundingDifference: sale.roundingDifference.toFixed(2) }),
  currencyCode: sale.currencyCode ?? 'MYR',
  totalPayable: sale.settledTotals.totalPayable.toFixed(2),
  issuedAt: sale.issuedAt,
  consolidated: sale.consolidate ?? false,
})

/** @throws Fault validation_failed: a token of one company does not learn of others; insufficient_scope */
async function companyOf({ companyCode, outletName }: Sale, { caller, json }: Call, deps: SubmitDeps) {
  const company = await deps.companies.byCode(companyCode)
  if (company && seesCompany(caller, company.profile.companyGuid)) {
    if (seesOutlet(caller, { ...company.profile, outletName })) return company
    throw new Fault('insufficient_scope', { says: 'another_outlet' })
  }
  // Without a company only the codes can be checked.
  const unknown = faultsOfFindings([finding(['companyCode'], 'company_unknown')])
  throw validationFailed([...unknown, ...faultsOfCodes(json, deps.codes.statusOf)])
}

async function answer(deps: AnswerDeps, { stored, isReplay }: Accepted, language: Language): Promise<Answer> {
  const body = await deps.view.show(stored, language)
  const link = deps.buyerLink?.(stored.record) ?? null
  // RFC 8288: the page for the buyer, to be printed on the receipt.
  const headers = link === null ? {} : { link: `<${link}>; rel="edit-form"` }
  return isReplay
    ? { status: 200, body, headers: { ...headers, 'idempotency-replayed': 'true' } }
    : { status: 202, body, headers }
}

type AnswerDeps = Pick<SubmitDeps, 'view' | 'buyerLink'>

/** Waits for a final status; the HTTP status is the same either way. */
async function waitForLastWord(deps: SubmitDeps, accepted: Accepted, call: Call): Promise<Answer> {
  const { saleGuid } = accepted.stored.record
  const isMine = (record: RecordState) => record.saleGuid === saleGuid && isFinal(record)
  const news = deps.changes.next(isMine, call.prefers.waitMs)
  const now = (await deps.records.byGuid(saleGuid)) ?? accepted.stored
  if (isFinal(now.record) || now.record.consolidated) return answer(deps, { ...accepted, stored: now }, call.language)
  await news
  // The record may have changed during the wait.
  return answer(deps, { ...accepted, stored: (await deps.records.byGuid(saleGuid)) ?? now }, call.language)
}

const isFinal = (record: RecordState) => !['Pending', 'InProgress'].includes(statusOf(record))
