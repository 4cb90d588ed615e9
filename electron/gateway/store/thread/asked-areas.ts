import type { Store } from '../port/port.ts'

/** How one method of the store is asked for, wherever the store is. */
export type AskFor = <Area extends keyof Store, Method extends keyof Store[Area] & string>(
  area: Area,
  method: Method,
) => Store[Area][Method]

/** The store of a thread: every method of its port, one by one, as a question to it. */
export const askedAreas = (ask: AskFor): Store => ({
  records: records(ask),
  schedule: schedule(ask),
  consolidations: consolidations(ask),
  companies: companies(ask),
  tokens: tokens(ask),
  people: people(ask),
  drafts: drafts(ask),
  taxpayers: taxpayers(ask),
  settings: settings(ask),
  codes: codes(ask),
  acts: acts(ask),
  shifts: shifts(ask),
  figures: figures(ask),
  reconciliations: reconciliations(ask),
  webhooks: webhooks(ask),
  upkeep: upkeep(ask),
  journal: journal(ask),
})

const records = (ask: AskFor): Store['records'] => ({
  byGuid: ask('records', 'byGuid'),
  byKey: ask('records', 'byKey'),
  byNumber: ask('records', 'byNumber'),
  body: ask('records', 'body'),
  isReferredTo: ask('records', 'isReferredTo'),
  originals: ask('records', 'originals'),
  waitingNotes: ask('records', 'waitingNotes'),
  notesOn: ask('records', 'notesOn'),
  range: ask('records', 'range'),
  changedAfter: ask('records', 'changedAfter'),
  lastEventSeq: ask('records', 'lastEventSeq'),
  events: ask('records', 'events'),
  attempts: ask('records', 'attempts'),
  payload: ask('records', 'payload'),
  cancellableAfter: ask('records', 'cancellableAfter'),
  attentions: ask('records', 'attentions'),
  needingPerson: ask('records', 'needingPerson'),
  outages: ask('records', 'outages'),
  soldBetween: ask('records', 'soldBetween'),
  list: ask('records', 'list'),
  count: ask('records', 'count'),
  shifts: ask('records', 'shifts'),
  write: ask('records', 'write'),
})

const schedule = (ask: AskFor): Store['schedule'] => ({
  due: ask('schedule', 'due'),
  all: ask('schedule', 'all'),
  nextDue: ask('schedule', 'nextDue'),
  dueOf: ask('schedule', 'dueOf'),
  lanes: ask('schedule', 'lanes'),
  unsentIssuedBefore: ask('schedule', 'unsentIssuedBefore'),
  postpone: ask('schedule', 'postpone'),
  beginBuilds: ask('schedule', 'beginBuilds'),
  endBuilds: ask('schedule', 'endBuilds'),
  advance: ask('schedule', 'advance'),
  noLaterThan: ask('schedule', 'noLaterThan'),
})

const consolidations = (ask: AskFor): Store['consolidations'] => ({
  tills: ask('consolidations', 'tills'),
  receipts: ask('consolidations', 'receipts'),
  waiting: ask('consolidations', 'waiting'),
  documentsOf: ask('consolidations', 'documentsOf'),
  consolidate: ask('consolidations', 'consolidate'),
  unfollowed: ask('consolidations', 'unfollowed'),
  follow: ask('consolidations', 'follow'),
  members: ask('consolidations', 'members'),
  begin: ask('consolidations', 'begin'),
  finish: ask('consolidations', 'finish'),
  unfinished: ask('consolidations', 'unfinished'),
  runs: ask('consolidations', 'runs'),
  run: ask('consolidations', 'run'),
  documents: ask('consolidations', 'documents'),
})

const companies = (ask: AskFor): Store['companies'] => ({
  byGuid: ask('companies', 'byGuid'),
  byCode: ask('companies', 'byCode'),
  list: ask('companies', 'list'),
  save: ask('companies', 'save'),
})

const tokens = (ask: AskFor): Store['tokens'] => ({
  create: ask('tokens', 'create'),
  bySha256: ask('tokens', 'bySha256'),
  list: ask('tokens', 'list'),
  digests: ask('tokens', 'digests'),
  revoke: ask('tokens', 'revoke'),
  used: ask('tokens', 'used'),
  reported: ask('tokens', 'reported'),
  reports: ask('tokens', 'reports'),
})

const people = (ask: AskFor): Store['people'] => ({
  list: ask('people', 'list'),
  byId: ask('people', 'byId'),
  byName: ask('people', 'byName'),
  hasOwner: ask('people', 'hasOwner'),
  create: ask('people', 'create'),
  setPin: ask('people', 'setPin'),
  keepPin: ask('people', 'keepPin'),
  setRole: ask('people', 'setRole'),
  setOutlets: ask('people', 'setOutlets'),
  setDisabled: ask('people', 'setDisabled'),
  countTry: ask('people', 'countTry'),
  triesAt: ask('people', 'triesAt'),
  forgetTries: ask('people', 'forgetTries'),
})

const drafts = (ask: AskFor): Store['drafts'] => ({
  list: ask('drafts', 'list'),
  byId: ask('drafts', 'byId'),
  save: ask('drafts', 'save'),
  finish: ask('drafts', 'finish'),
})

const taxpayers = (ask: AskFor): Store['taxpayers'] => ({
  verifiedAt: ask('taxpayers', 'verifiedAt'),
  verified: ask('taxpayers', 'verified'),
})

const settings = (ask: AskFor): Store['settings'] => ({
  get: ask('settings', 'get'),
  set: ask('settings', 'set'),
})

const codes = (ask: AskFor): Store['codes'] => ({
  all: ask('codes', 'all'),
  refreshed: ask('codes', 'refreshed'),
  tries: ask('codes', 'tries'),
  changes: ask('codes', 'changes'),
})

const acts = (ask: AskFor): Store['acts'] => ({
  add: ask('acts', 'add'),
  list: ask('acts', 'list'),
  latest: ask('acts', 'latest'),
})

const shifts = (ask: AskFor): Store['shifts'] => ({
  open: ask('shifts', 'open'),
  byId: ask('shifts', 'byId'),
  openOnes: ask('shifts', 'openOnes'),
  closedOnes: ask('shifts', 'closedOnes'),
  uncovered: ask('shifts', 'uncovered'),
  documents: ask('shifts', 'documents'),
  lateCount: ask('shifts', 'lateCount'),
  close: ask('shifts', 'close'),
})

const figures = (ask: AskFor): Store['figures'] => ({
  tallies: ask('figures', 'tallies'),
  sample: ask('figures', 'sample'),
  samples: ask('figures', 'samples'),
})

const reconciliations = (ask: AskFor): Store['reconciliations'] => ({
  begin: ask('reconciliations', 'begin'),
  byId: ask('reconciliations', 'byId'),
  list: ask('reconciliations', 'list'),
  step: ask('reconciliations', 'step'),
  documents: ask('reconciliations', 'documents'),
  sentBetween: ask('reconciliations', 'sentBetween'),
  byNumbers: ask('reconciliations', 'byNumbers'),
})

const webhooks = (ask: AskFor): Store['webhooks'] => ({
  targets: ask('webhooks', 'targets'),
  add: ask('webhooks', 'add'),
  remove: ask('webhooks', 'remove'),
  takeUp: ask('webhooks', 'takeUp'),
  due: ask('webhooks', 'due'),
  nextDue: ask('webhooks', 'nextDue'),
  tried: ask('webhooks', 'tried'),
  deliveries: ask('webhooks', 'deliveries'),
  replay: ask('webhooks', 'replay'),
})

const upkeep = (ask: AskFor): Store['upkeep'] => ({
  backup: ask('upkeep', 'backup'),
  bytes: ask('upkeep', 'bytes'),
  backupProgress: ask('upkeep', 'backupProgress'),
  integrity: ask('upkeep', 'integrity'),
  close: ask('upkeep', 'close'),
})

const journal = (ask: AskFor): Store['journal'] => ({
  status: ask('journal', 'status'),
  seal: ask('journal', 'seal'),
  proveHead: ask('journal', 'proveHead'),
  has: ask('journal', 'has'),
  found: ask('journal', 'found'),
  verify: ask('journal', 'verify'),
  proveOn: ask('journal', 'proveOn'),
  unsentOfBackup: ask('journal', 'unsentOfBackup'),
  trust: ask('journal', 'trust'),
})
