import type { Operation } from './axes.ts'
import type { OperatorCall } from './operator.ts'
import type { SingleEndpoint } from './single-endpoints.ts'

/**
 * What an endpoint answers to a person who sees the sales of some outlets only. `theirs`: as if there were no other
 * outlets · `no_sale`: what it answers to everybody, since it tells of no sale · `refused`: it is about a whole company
 * or about the gateway, and 403 whatever the role.
 */
export type WithinOutlets = 'theirs' | 'no_sale' | 'refused'

/** Of every endpoint: one that is not here does not compile, and one that nobody knows is refused. */
export const withinOutlets: Readonly<Record<OperatorCall | SingleEndpoint | Operation, WithinOutlets>> = {
  // What tills call, by operation and not by kind.
  submit: 'theirs',
  statusByGuid: 'theirs',
  statusBySubmission: 'theirs',
  cancel: 'theirs',
  voidByGuid: 'theirs',
  voidBySaleCode: 'theirs',
  version: 'no_sale',
  classificationCodes: 'no_sale',
  currencyCodes: 'no_sale',
  paymentMethods: 'no_sale',
  taxTypes: 'no_sale',
  unitTypes: 'no_sale',
  tinValidation: 'no_sale',
  tinSearch: 'no_sale',

  listRecords: 'theirs',
  countRecords: 'theirs',
  listRefusals: 'theirs',
  listShifts: 'theirs',
  changes: 'theirs',
  events: 'theirs',
  showRecord: 'theirs',
  showAttempt: 'theirs',
  qrSvg: 'theirs',
  qrPng: 'theirs',
  slip: 'theirs',
  correction: 'theirs',
  convertRecord: 'theirs',
  lookUpRecord: 'theirs',
  releaseRecord: 'theirs',
  resolveRecord: 'theirs',
  closeRecord: 'theirs',
  resendRecord: 'theirs',
  approve: 'theirs',
  tills: 'theirs',
  openShift: 'theirs',
  closedShifts: 'theirs',
  showShift: 'theirs',
  closeShift: 'theirs',
  shiftReport: 'theirs',
  shiftTable: 'theirs',
  report: 'theirs',
  figures: 'theirs',
  codesAffected: 'theirs',

  // How their outlets stand, and what keeps everything back.
  queue: 'theirs',
  health: 'theirs',
  listOutlets: 'theirs',
  sending: 'theirs',

  setup: 'no_sale',
  setUp: 'no_sale',
  peopleNames: 'no_sale',
  signIn: 'no_sale',
  choosePin: 'no_sale',
  signOut: 'no_sale',
  session: 'no_sale',
  lock: 'no_sale',
  unlock: 'no_sale',
  changePin: 'no_sale',
  // Only the person's own, and what is in one is no sale yet.
  listDrafts: 'no_sale',
  createDraft: 'no_sale',
  draft: 'no_sale',
  saveDraft: 'no_sale',
  finishDraft: 'no_sale',
  scanTaxpayer: 'no_sale',
  listCodes: 'no_sale',
  codeList: 'no_sale',

  // Of a whole company.
  consolidation: 'refused',
  previewConsolidation: 'refused',
  runConsolidation: 'refused',
  showConsolidation: 'refused',
  consolidationSettings: 'refused',
  setConsolidation: 'refused',
  reconciliations: 'refused',
  reconcile: 'refused',
  reconciliation: 'refused',
  reconciliationTable: 'refused',
  listOutages: 'refused',
  pauseSending: 'refused',
  resumeSending: 'refused',
  listCompanies: 'refused',
  showCompany: 'refused',
  importCompany: 'refused',
  setCredentials: 'refused',
  export: 'refused',
  exportDocuments: 'refused',

  // Of the gateway.
  journal: 'refused',
  sealJournal: 'refused',
  trustJournal: 'refused',
  listActs: 'refused',
  verify: 'refused',
  doctor: 'refused',
  refreshCodes: 'refused',
  reportOutlet: 'refused',
  listTokens: 'refused',
  createToken: 'refused',
  revokeToken: 'refused',
  listPeople: 'refused',
  createPerson: 'refused',
  setPin: 'refused',
  setRole: 'refused',
  setOutlets: 'refused',
  disablePerson: 'refused',
  enablePerson: 'refused',
  listWebhooks: 'refused',
  addWebhook: 'refused',
  removeWebhook: 'refused',
  webhookDeliveries: 'refused',
  replayWebhook: 'refused',
  backup: 'refused',
  showBackup: 'refused',
  installations: 'refused',
  prepareCompany: 'refused',
  prepareCredentials: 'refused',
  checkInstallation: 'refused',
  chooseInstallation: 'refused',
  restore: 'refused',
  practiceFault: 'refused',
  practiceWarnings: 'refused',
  practiceCertificate: 'refused',
}

interface Served {
  readonly id: string
  readonly cell?: { readonly operation: Operation }
}

/** @returns what an endpoint answers as it is served; one of the 48 is told by its operation */
export function withinOutletsOf({ id, cell }: Served): WithinOutlets {
  const name = cell?.operation ?? id
  return Object.hasOwn(withinOutlets, name) ? withinOutlets[name as keyof typeof withinOutlets] : 'refused'
}
