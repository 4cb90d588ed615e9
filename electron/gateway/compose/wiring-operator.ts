import { join } from 'node:path'
import { codeList, codesAffected, listCodes, refreshCodes } from '../features/codes/handlers.ts'
import { importCompany, listCompanies, setCredentials, showCompany } from '../features/companies/companies.ts'
import { demoNames } from '../features/companies/demo-company.ts'
import { convertRecord } from '../features/consolidation/convert.ts'
import {
  previewConsolidation,
  runConsolidation,
  showConsolidationRun,
  showConsolidations,
} from '../features/consolidation/handlers.ts'
import { setConsolidation, showSettings } from '../features/consolidation/settings.ts'
import { doctor } from '../features/doctor/doctor.ts'
import { listenToEvents } from '../features/events/events.ts'
import { health } from '../features/health/health.ts'
import { listOutages } from '../features/health/outages.ts'
import { listActs, showJournal, trustJournal, verify } from '../features/journal/journal.ts'
import { listOutlets, reportOutlet } from '../features/outlets/outlets.ts'
import { issuePracticeCertificate } from '../features/practice/practice-certificate.ts'
import { rehearse } from '../features/practice/practice-fault.ts'
import { practiceWarnings } from '../features/practice/practice-warnings.ts'
import { reconciliationHandlers } from '../features/reconciliation/handlers.ts'
import { showAttempt } from '../features/records/attempt-document.ts'
import { changesSince } from '../features/records/changes-since.ts'
import { showCorrection } from '../features/records/correction.ts'
import { closeRecord, lookUpRecord, releaseRecord, resendRecord, resolveRecord } from '../features/records/decisions.ts'
import { showRecord } from '../features/records/detail.ts'
import { countRecords, listRecords, listShifts } from '../features/records/list.ts'
import { listRefusals } from '../features/records/refusals.ts'
import { scanTaxpayer } from '../features/records/scan.ts'
import { showReport } from '../features/reports/report.ts'
import { queue } from '../features/sending/queue.ts'
import { pauseSending, resumeSending, showSending } from '../features/sending/sending.ts'
import { showFigures } from '../features/shifts/figures.ts'
import { shiftPage } from '../features/shifts/page.ts'
import { closeShift, showShift } from '../features/shifts/shift.ts'
import { shiftTable } from '../features/shifts/table.ts'
import { listClosedShifts, listTills, openShift } from '../features/shifts/tills.ts'
import { qrPng, qrSvg } from '../features/slip/qr.ts'
import { slip } from '../features/slip/slip.ts'
import { createToken, listTokens, revokeToken } from '../features/tokens/tokens.ts'
import { backupHandlers } from '../features/upkeep/backup.ts'
import { exportRecords } from '../features/upkeep/export.ts'
import { exportDocuments } from '../features/upkeep/export-documents.ts'
import { webhookHandlers } from '../features/webhooks/handlers.ts'
import type { OperatorHandlers } from '../http/call.ts'
import { isDamaged, type Storage } from '../store/port/journal.ts'
import type { Built, WiringDeps } from './wiring-deps.ts'
import { peopleHandlers } from './wiring-people.ts'

/** Every call of the operator API with the handler behind it: here stands what each is given, and nowhere else. */
export const operatorHandlers = (deps: WiringDeps, built: Built): OperatorHandlers => ({
  ...statusHandlers(deps, built),
  ...installation(deps, built),
  ...codeLists(deps, built),
  ...journal(deps, built),
  ...peopleHandlers(deps, built),
  ...documents(deps, built),
  ...decisions(deps, built),
  ...consolidation(deps, built),
  ...shifts(deps, built),
})

type Some = Partial<OperatorHandlers>

/** How things stand, and what changes. */
function statusHandlers(deps: WiringDeps, built: Built) {
  const { settings, signingProblems, upstreamToken, clock, copy } = deps
  const { store, records, codes, outbox, authority } = built
  const { schedule, companies, consolidations } = store
  return {
    changes: changesSince(built.recordDeps),
    events: listenToEvents(built.hub),
    queue: queue({
      records,
      schedule,
      consolidations,
      companies,
      outbox,
      authority,
      journal: store.journal,
      monitor: built.monitor,
    }),
    health: health(built.monitor),
    listOutlets: listOutlets({ tokens: store.tokens, clock }),
    reportOutlet: reportOutlet({ tokens: store.tokens, clock }),
    doctor: doctor({
      webhooks: store.webhooks,
      records,
      schedule,
      companies,
      codes,
      outbox,
      authority,
      clock,
      signingProblems,
      upstreamToken,
      journal: store.journal,
      copy,
      upkeep: store.upkeep,
      storageState: () => stateOf(store.storage),
      dataDir: settings.dataDir,
      isDispatching: settings.isDispatching,
      tillsOfClient: settings.tillsOfClient,
    }),
  } satisfies Some
}

const stateOf = ({ status: now }: Storage) => (now.state === 'read_only' && isDamaged(now) ? 'damaged' : now.state)

/** Tokens, companies and what is kept here. */
function installation({ settings, clock, log, credentials, practice, issueCertificate }: WiringDeps, built: Built) {
  const { store, records, codes, outbox, access, view } = built
  const { companies, upkeep } = store
  const reserved = practice ? demoNames : null
  const oldCopies = { folder: join(settings.dataDir, 'backups'), kept: settings.backupsKept, log }
  const tokenDeps = { access, tokens: store.tokens, companies }
  const companyDeps = { companies, credentials, codes: codes.statusOf, clock, reserved, outbox }
  return {
    listTokens: listTokens(tokenDeps),
    createToken: createToken(tokenDeps),
    revokeToken: revokeToken(tokenDeps),
    listCompanies: listCompanies(companyDeps),
    showCompany: showCompany(companyDeps),
    importCompany: importCompany(companyDeps),
    setCredentials: setCredentials(companyDeps),
    practiceFault: rehearse({ practice }),
    practiceWarnings: practiceWarnings({ practice }),
    practiceCertificate: issuePracticeCertificate(companies, issueCertificate),
    ...backupHandlers({ upkeep, clock, oldCopies }),
    export: exportRecords({ records, view }),
    exportDocuments: exportDocuments({ journal: store.journal, clock }),
    report: showReport(built.recordDeps),
  } satisfies Some
}

function codeLists({ clock }: WiringDeps, { store, records, codes, codeKeeping, view }: Built) {
  const { refresher, schedule } = codeKeeping
  const codeListDeps = { codes, records, view, clock, refreshes: store.codes, nextRefreshAt: () => schedule.nextAt() }
  return {
    listCodes: listCodes(codeListDeps),
    codeList: codeList(codes),
    refreshCodes: refreshCodes(refresher),
    codesAffected: codesAffected(codeListDeps),
  } satisfies Some
}

function journal({ clock, renewSeal, pauses, copy }: WiringDeps, { store, outbox }: Built) {
  const journalDeps = { journal: store.journal, clock, companies: store.companies, pauses, renewSeal, copy, outbox }
  return {
    journal: showJournal(journalDeps),
    trustJournal: trustJournal(journalDeps),
    verify: verify(journalDeps),
    listActs: listActs({ acts: store.acts }),
  } satisfies Some
}

/** Records on the screens and on paper. */
function documents({ practice }: WiringDeps, { recordDeps, codes, outbox }: Built) {
  const { records, companies } = recordDeps
  return {
    listRecords: listRecords(recordDeps),
    countRecords: countRecords(recordDeps),
    listRefusals: listRefusals(recordDeps),
    listShifts: listShifts(recordDeps),
    showRecord: showRecord(recordDeps),
    showAttempt: showAttempt(recordDeps),
    listOutages: listOutages({ records, companies, outbox }),
    correction: showCorrection(recordDeps),
    scanTaxpayer: scanTaxpayer(recordDeps),
    qrSvg: qrSvg(recordDeps),
    qrPng: qrPng(recordDeps),
    slip: slip({ ...recordDeps, codes, practice }),
  } satisfies Some
}

/** What people decide of a record, and of sending. */
function decisions({ clock, pauses }: WiringDeps, { store: { companies }, recordDeps, outbox }: Built) {
  const sendingDeps = { pauses, companies, clock, outbox }
  return {
    lookUpRecord: lookUpRecord(recordDeps),
    releaseRecord: releaseRecord(recordDeps),
    resolveRecord: resolveRecord(recordDeps),
    closeRecord: closeRecord(recordDeps),
    resendRecord: resendRecord(recordDeps),
    sending: showSending(sendingDeps),
    pauseSending: pauseSending(sendingDeps),
    resumeSending: resumeSending(sendingDeps),
  } satisfies Some
}

function consolidation({ clock, secrets, randomness, practice }: WiringDeps, built: Built) {
  const { store, records, codes, view, outbox, consolidating, dispatch } = built
  const { companies, consolidations, webhooks } = store
  const runDeps = { consolidation: consolidating.consolidation, consolidations, companies, view, clock }
  const settingDeps = { companies, clock }
  return {
    consolidation: showConsolidations(runDeps),
    previewConsolidation: previewConsolidation(runDeps),
    runConsolidation: runConsolidation(runDeps),
    showConsolidation: showConsolidationRun(runDeps),
    consolidationSettings: showSettings(settingDeps),
    setConsolidation: setConsolidation(settingDeps),
    convertRecord: convertRecord({ records, companies, codes: codes.statusOf, view, clock, outbox }),
    ...webhookHandlers({ webhooks, companies, secrets, clock, randomness, staysHere: practice !== null, dispatch }),
  } satisfies Some
}

/** What a till sold, and the comparison with what the authority has. */
function shifts({ settings, clock, randomness, practice }: WiringDeps, built: Built) {
  const { store, records, authority, codes, consolidating, reconciliationRuns } = built
  const { companies, figures, reconciliations } = store
  const shiftDeps = {
    shifts: store.shifts,
    figures,
    records,
    companies,
    journal: store.journal,
    clock,
    randomness,
    authority,
    submissionRules: { submissionAgeMs: settings.timing.submissionAgeMs, windowMs: settings.alerts.windowMs },
    consolidating,
    codes,
    practice,
  }
  return {
    tills: listTills(shiftDeps),
    openShift: openShift(shiftDeps),
    closedShifts: listClosedShifts(shiftDeps),
    showShift: showShift(shiftDeps),
    closeShift: closeShift(shiftDeps),
    shiftReport: shiftPage(shiftDeps),
    shiftTable: shiftTable(shiftDeps),
    figures: showFigures(shiftDeps),
    ...reconciliationHandlers({ companies, reconciliations, reconciliationRuns }),
  } satisfies Some
}
