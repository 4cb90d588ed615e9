import type { Store } from '../port/port.ts'

/**
 * writes: refused at once where nothing can be written · looks: may look at many records for one answer, so a reader of
 * its own answers it where there are many, and no sale waits for it · reads: all others.
 */
export type CallKind = 'writes' | 'looks' | 'reads'

/** Every call of the store. One that is missing here does not compile. */
export const storeCalls: {
  readonly [Area in keyof Store]: { readonly [Method in keyof Store[Area]]: CallKind }
} = {
  records: {
    byGuid: 'reads',
    byKey: 'reads',
    byNumber: 'reads',
    body: 'reads',
    isReferredTo: 'reads',
    originals: 'reads',
    waitingNotes: 'reads',
    notesOn: 'reads',
    range: 'looks',
    changedAfter: 'reads',
    lastEventSeq: 'reads',
    events: 'reads',
    attempts: 'reads',
    payload: 'reads',
    cancellableAfter: 'reads',
    attentions: 'reads',
    needingPerson: 'reads',
    outages: 'reads',
    soldBetween: 'looks',
    list: 'looks',
    count: 'looks',
    shifts: 'looks',
    write: 'writes',
  },
  schedule: {
    due: 'reads',
    all: 'reads',
    nextDue: 'reads',
    dueOf: 'reads',
    lanes: 'reads',
    unsentIssuedBefore: 'reads',
    postpone: 'writes',
    beginBuilds: 'writes',
    endBuilds: 'writes',
    advance: 'writes',
    noLaterThan: 'writes',
  },
  consolidations: {
    tills: 'looks',
    receipts: 'looks',
    waiting: 'reads',
    documentsOf: 'reads',
    consolidate: 'writes',
    unfollowed: 'reads',
    follow: 'writes',
    members: 'looks',
    begin: 'writes',
    finish: 'writes',
    unfinished: 'reads',
    runs: 'reads',
    run: 'reads',
    documents: 'looks',
  },
  companies: { byGuid: 'reads', byCode: 'reads', list: 'reads', save: 'writes' },
  tokens: {
    create: 'writes',
    bySha256: 'reads',
    list: 'reads',
    digests: 'reads',
    revoke: 'writes',
    used: 'writes',
    reported: 'writes',
    reports: 'reads',
  },
  people: {
    list: 'reads',
    byId: 'reads',
    byName: 'reads',
    hasOwner: 'reads',
    create: 'writes',
    setPin: 'writes',
    setRole: 'writes',
    setOutlets: 'writes',
    setDisabled: 'writes',
    countTry: 'writes',
    triesAt: 'reads',
    forgetTries: 'writes',
  },
  drafts: { list: 'reads', byId: 'reads', save: 'writes', finish: 'writes' },
  taxpayers: { verifiedAt: 'reads', verified: 'writes' },
  settings: { get: 'reads', set: 'writes' },
  codes: { all: 'reads', refreshed: 'writes', tries: 'reads', changes: 'reads' },
  acts: { add: 'writes', list: 'reads', latest: 'reads' },
  shifts: {
    open: 'writes',
    byId: 'reads',
    openOnes: 'reads',
    closedOnes: 'looks',
    uncovered: 'looks',
    documents: 'looks',
    lateCount: 'looks',
    close: 'writes',
  },
  figures: { tallies: 'looks' },
  reconciliations: {
    begin: 'writes',
    byId: 'reads',
    list: 'reads',
    step: 'writes',
    documents: 'reads',
    sentBetween: 'looks',
    byNumbers: 'reads',
  },
  webhooks: {
    targets: 'reads',
    add: 'writes',
    remove: 'writes',
    takeUp: 'writes',
    due: 'reads',
    nextDue: 'reads',
    tried: 'writes',
    deliveries: 'reads',
    replay: 'writes',
  },
  upkeep: { backup: 'reads', bytes: 'reads', backupProgress: 'reads', integrity: 'reads', close: 'reads' },
  journal: {
    status: 'reads',
    proveHead: 'reads',
    has: 'reads',
    found: 'writes',
    verify: 'reads',
    unsentOfBackup: 'reads',
    spans: 'looks',
    lines: 'looks',
    trust: 'writes',
  },
}

type AskFor = (area: keyof Store, method: string) => (...args: readonly unknown[]) => Promise<unknown>

/** The store of a thread: every method of its port as a question to it. */
export const askedAreas = (askFor: AskFor): Store =>
  mapped(storeCalls, (area, calls) =>
    mapped(calls, (method) => askFor(area as keyof Store, method)),
  ) as unknown as Store

const mapped = <From, To>(
  from: Readonly<Record<string, From>>,
  to: (name: string, value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(name, value)]))
