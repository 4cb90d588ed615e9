import type { OperatorCall } from '../../../shared/catalogue/operator.ts'
import { type ConsolidationHandlerParts, consolidationHandlers } from '../consolidation/handlers.ts'
import type { Handler } from '../http/call.ts'
import { type ReconciliationParts, reconciliationHandlers } from '../reconciliation/handlers.ts'
import type { FigureParts } from '../shifts/figures.ts'
import { shiftHandlers } from '../shifts/handlers.ts'
import type { PageParts } from '../shifts/page.ts'
import type { Acts, Upkeep } from '../store/port.ts'
import type { Journal } from '../store/port-journal.ts'
import { type WebhookParts, webhookHandlers } from '../webhooks/handlers.ts'
import { type ApprovalParts, approve } from './approvals.ts'
import { type ChangesParts, changesSince } from './changes.ts'
import { type AffectedParts, type CodeListParts, codeList, codesAffected, listCodes, refreshCodes } from './codes.ts'
import { type CompanyParts, importCompany, listCompanies, setCredentials } from './companies.ts'
import { type CorrectionParts, showCorrection } from './correction.ts'
import {
  closeRecord,
  type DecisionParts,
  lookUpRecord,
  releaseRecord,
  resendRecord,
  resolveRecord,
} from './decisions.ts'
import { type DoctorParts, doctor } from './doctor.ts'
import { createDraft, type DraftParts, finishDraft, listDrafts, saveDraft, showDraft } from './drafts.ts'
import { type EventParts, listenToEvents } from './events.ts'
import { type HealthParts, health } from './health.ts'
import { type JournalParts, listActs, sealJournal, showJournal, trustJournal, verify } from './journal.ts'
import { changePin, choosePin } from './own-pin.ts'
import {
  createPerson,
  disablePerson,
  enablePerson,
  listNames,
  listPeople,
  type PeopleParts,
  setPin,
  setRole,
} from './people.ts'
import { type IssueParts, issuePracticeCertificate } from './practice-certificate.ts'
import { type PracticeParts, rehearse } from './practice-fault.ts'
import { practiceWarnings } from './practice-warnings.ts'
import { qrPng, qrSvg } from './qr.ts'
import { type QueueParts, queue } from './queue.ts'
import { countRecords, listRecords, listShifts } from './records.ts'
import { showRecord } from './records-detail.ts'
import { type ScanParts, scanTaxpayer } from './scan.ts'
import { pauseSending, resumeSending, type SendingParts, showSending } from './sending.ts'
import { lockSession, showSession, signIn, signOut, unlockSession } from './session.ts'
import { type SetupParts, setUp, showSetup } from './setup.ts'
import { type SlipParts, slip } from './slip/slip.ts'
import { createToken, listTokens, revokeToken, type TokenParts } from './tokens.ts'
import { backup, exportRecords } from './upkeep.ts'

export interface OperatorParts
  extends ChangesParts,
    TokenParts,
    Omit<QueueParts, 'consolidations'>,
    HealthParts,
    SlipParts,
    Omit<CompanyParts, 'codes'>,
    DoctorParts,
    JournalParts,
    PracticeParts,
    IssueParts,
    CodeListParts,
    AffectedParts,
    SetupParts,
    PeopleParts,
    Omit<ApprovalParts, 'records'>,
    DraftParts,
    EventParts,
    DecisionParts,
    PageParts,
    Omit<ConsolidationHandlerParts, 'codes'>,
    FigureParts,
    ReconciliationParts,
    CorrectionParts,
    Pick<ScanParts, 'clock'>,
    SendingParts,
    WebhookParts {
  readonly records: ChangesParts['records']
  readonly companies: CompanyParts['companies'] & ScanParts['companies']
  readonly practice: PracticeParts['practice']
  readonly authority: DoctorParts['authority'] & ScanParts['authority']
  readonly acts: Acts
  readonly upkeep: Upkeep
  readonly journal: Journal
}

/** The deed behind each call of the operator API. */
export const operatorHandlers = (parts: OperatorParts): Readonly<Record<OperatorCall, Handler>> => {
  const companyParts = { ...parts, codes: parts.codes.standing }
  return {
    changes: changesSince(parts),
    queue: queue(parts),
    health: health(parts),
    qrSvg: qrSvg(parts),
    qrPng: qrPng(parts),
    slip: slip(parts),
    listTokens: listTokens(parts),
    createToken: createToken(parts),
    revokeToken: revokeToken(parts),
    listCompanies: listCompanies(companyParts),
    importCompany: importCompany(companyParts),
    setCredentials: setCredentials(companyParts),
    listCodes: listCodes(parts),
    codeList: codeList(parts),
    refreshCodes: refreshCodes(parts),
    codesAffected: codesAffected(parts),
    doctor: doctor(parts),
    backup: backup(parts.upkeep),
    export: exportRecords(parts),
    practiceFault: rehearse(parts),
    practiceWarnings: practiceWarnings(parts),
    practiceCertificate: issuePracticeCertificate(parts),
    journal: showJournal(parts),
    sealJournal: sealJournal(parts),
    trustJournal: trustJournal(parts),
    verify: verify(parts),
    listActs: listActs(parts),
    ...consolidationHandlers(parts),
    ...peopleHandlers(parts),
    ...recordHandlers(parts),
    ...shiftHandlers(parts),
    ...webhookHandlers(parts),
    ...reconciliationHandlers(parts),
  }
}

/** Those of records on the screens, and of sending them. */
const recordHandlers = (parts: OperatorParts) =>
  ({
    listRecords: listRecords(parts),
    countRecords: countRecords(parts),
    listShifts: listShifts(parts),
    showRecord: showRecord(parts),
    correction: showCorrection(parts),
    scanTaxpayer: scanTaxpayer(parts),
    lookUpRecord: lookUpRecord(parts),
    releaseRecord: releaseRecord(parts),
    resolveRecord: resolveRecord(parts),
    closeRecord: closeRecord(parts),
    resendRecord: resendRecord(parts),
    sending: showSending(parts),
    pauseSending: pauseSending(parts),
    resumeSending: resumeSending(parts),
  }) satisfies Partial<Record<OperatorCall, Handler>>

/** Those of the people in front of the screens. */
const peopleHandlers = (parts: OperatorParts) =>
  ({
    setup: showSetup(parts),
    setUp: setUp(parts),
    peopleNames: listNames(parts),
    signIn: signIn(parts),
    signOut: signOut(parts),
    session: showSession(parts),
    lock: lockSession(parts),
    unlock: unlockSession(parts),
    listPeople: listPeople(parts),
    createPerson: createPerson(parts),
    setPin: setPin(parts),
    choosePin: choosePin(parts),
    changePin: changePin(parts),
    setRole: setRole(parts),
    disablePerson: disablePerson(parts),
    enablePerson: enablePerson(parts),
    approve: approve(parts),
    listDrafts: listDrafts(parts),
    createDraft: createDraft(parts),
    draft: showDraft(parts),
    saveDraft: saveDraft(parts),
    finishDraft: finishDraft(parts),
    events: listenToEvents(parts),
  }) satisfies Partial<Record<OperatorCall, Handler>>
