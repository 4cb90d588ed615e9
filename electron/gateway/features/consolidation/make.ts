import { dayOf } from '../../../../shared/domain/calendar.ts'
import type { ClockStatus } from '../../../../shared/domain/clock-skew.ts'
import { addUp } from '../../../../shared/domain/consolidation-amounts.ts'
import { deadlineStatusOf, firstAndLastDay } from '../../../../shared/domain/consolidation-period.ts'
import {
  type MemberRef,
  type PlannedDocument,
  planConsolidation,
} from '../../../../shared/domain/consolidation-plan.ts'
import { isDisclosureOpen, shiftCodeOfConsolidated } from '../../../../shared/domain/consolidation-rules.ts'
import { receive } from '../../../../shared/domain/evolve.ts'
import type { Identity } from '../../../../shared/domain/record.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { Clock, Log, Randomness } from '../../ports.ts'
import type { Consolidations, TillKey } from '../../store/port/consolidation.ts'
import type { Companies } from '../../store/port/port.ts'
import type { Insertion, Records, StoredRecord } from '../../store/port/records.ts'
import type { ChangeNotifier } from '../records/changes.ts'
import { hashedNumber, plainNumber } from '../submissions/document-number.ts'
import { bodyOf, formatSen, saleCodeAt, saleCodePrefixOf } from './body.ts'
import { type ConsolidationScope, readTillReceipts, rulesOf } from './receipts.ts'

export interface ConsolidationDeps {
  readonly consolidations: Consolidations
  readonly records: Records
  readonly companies: Pick<Companies, 'list' | 'byGuid'>
  readonly changes: ChangeNotifier
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly outbox: { wake(companyGuid: string, areNotesDue?: boolean): void }
  readonly isStorageSound: () => boolean
  /** False if another process does it. */
  readonly isInCharge: () => boolean
  readonly authority: { readonly clock: { status(): { readonly kind: ClockStatus } } }
}

export interface RunContext extends ConsolidationScope {
  readonly runId: string
  readonly by: string
  readonly isStopped: () => boolean
}

/** If a till sells, converts or refunds meanwhile, it is planned again so many times. */
const mostPlans = 5

/**
 * Each document is stored with all of its members, or not at all. After a stop the next run finds only what still
 * waits. @returns receipts that fit into no document
 */
export async function makeDocuments(deps: ConsolidationDeps, till: TillKey, making: RunContext): Promise<number> {
  let held = 0
  for (let tries = 1; ; tries += 1) {
    const { receipts, unreadable } = await readTillReceipts(deps.consolidations, till, making)
    for (const each of unreadable) held += await holdUnreadable(deps, each)
    const { documents, left, closed } = planConsolidation(receipts, rulesOf(making.company).lines)
    const isComplete = (await closeAll(deps, closed, making)) && (await storeAll(deps, documents, making))
    if (isComplete || tries === mostPlans) return left.length + held
  }
}

/** Such a receipt waits for a person: a document that it cannot be part of must not wait for it. */
async function holdUnreadable({ records, clock, log }: ConsolidationDeps, was: StoredRecord): Promise<number> {
  const event = { type: 'held', attention: 'cannot_be_sent', at: clock.now() } as const
  const { ok } = await records.write({ writes: [{ kind: 'update', was, event, by: null }] })
  if (ok)
    log.error({ saleGuid: was.record.saleGuid }, 'what was kept of a receipt is damaged or cannot be read as a sale')
  return ok ? 1 : 0
}

async function closeAll(
  { consolidations, changes, clock, outbox }: ConsolidationDeps,
  closed: readonly (readonly MemberRef[])[],
  { runId, company, isStopped }: RunContext,
): Promise<boolean> {
  let isComplete = true
  for (const members of closed) {
    if (isStopped()) return true
    const written = await consolidations.close(runId, members, clock.now())
    isComplete = written.ok && isComplete
    if (written.ok) for (const { record } of written.stored) changes.announce(record)
  }
  // Notes that were not netted have lost their receipt.
  if (closed.length > 0) outbox.wake(company.profile.companyGuid, true)
  return isComplete
}

/** @returns false if a record that they depend on changed meanwhile */
async function storeAll(
  deps: ConsolidationDeps,
  documents: readonly PlannedDocument[],
  making: RunContext,
): Promise<boolean> {
  let isComplete = true
  for (const document of documents) {
    if (making.isStopped()) return true
    isComplete = (await store(deps, document, making)) && isComplete
  }
  return isComplete
}

async function store(deps: ConsolidationDeps, document: PlannedDocument, making: RunContext): Promise<boolean> {
  const { consolidations, changes, outbox } = deps
  const { companyGuid } = making.company.profile
  const { family, outletName, terminalName, period } = document.group
  const till = { companyGuid, family, outletName, terminalName }
  const known = await consolidations.documentsOf(till, saleCodePrefixOf(period))
  for (let number = known + 1; ; number += 1) {
    const insertion = insertionFor(deps, document, making, saleCodeAt(period, number))
    const written = await consolidations.consolidate(making.runId, insertion, document.members)
    if (written.ok) {
      checkpoint('consolidation_document_stored')
      changes.announce(receive(insertion.event))
      outbox.wake(companyGuid)
      return true
    }
    // Only key and number can be taken by another record. Any other conflict is about the members.
    if (written.why !== 'key_taken' && written.why !== 'number_taken') return false
  }
}

function insertionFor(
  { clock, randomness }: ConsolidationDeps,
  document: PlannedDocument,
  making: RunContext,
  saleCode: string,
): Insertion {
  const at = clock.now()
  const { company, by, lastDay, discloses = false } = making
  const { companyGuid, companyCode, timeZone } = company.profile
  const { family, outletName, terminalName, currencyCode } = document.group
  const identity: Identity = {
    saleGuid: randomness.guid(),
    family,
    kind: 'invoice',
    companyGuid,
    companyCode,
    outletName,
    terminalName,
    shiftCode: shiftCodeOfConsolidated,
    saleCode,
  }
  const content = {
    documentNumber: plainNumber(identity) ?? hashedNumber(identity, family, 'invoice'),
    currencyCode,
    totalPayable: formatSen(addUp(document.amounts).payable),
    issuedAt: at,
    consolidated: true,
    members: document.members.length,
  }
  const today = dayOf(at, timeZone)
  const isDisclosed =
    discloses &&
    isDisclosureOpen(at) &&
    deadlineStatusOf(firstAndLastDay(document.group.period).to, today) === 'overdue'
  return {
    kind: 'insert',
    event: { type: 'received', at, identity, content, holds: null },
    by,
    day: today,
    mayFollowVoided: true,
    dueAt: at,
    body: new TextEncoder().encode(JSON.stringify(bodyOf(document, identity, { at, timeZone, lastDay, isDisclosed }))),
  }
}
