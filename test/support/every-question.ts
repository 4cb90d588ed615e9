import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import type { UnsentReason } from '../../shared/domain/attempt.ts'
import { concerns } from '../../shared/domain/shift.ts'
import { statuses } from '../../shared/domain/status.ts'
import { listQuery } from './list-query.ts'
import { eventOf, noon } from './records.ts'
import { aCompany, happen, insertion, keep, update } from './stores.ts'

const { companyGuid } = aCompany().profile
const till = { companyGuid, outletName: 'KLCC', terminalName: 'T1' }
const everyone = { companyGuid: null }
const outlets = [{ companyGuid, outletName: 'KLCC' }]
/** Callers of three kinds: for all companies, for one, and limited to outlets. */
const whose = [everyone, { companyGuid }, { companyGuid: null, outlets }]
const at = { at: noon, by: 'person:Siti' }

/** The parts of the store that read tables with a row for each sale, of which a shop has a million. */
type Asked = Pick<Store, 'records' | 'consolidations' | 'reconciliations' | 'schedule' | 'shifts'> &
  Pick<Store, 'taxpayers' | 'webhooks' | 'mails'>
type Questions = {
  readonly [Area in keyof Asked]: { readonly [Method in keyof Asked[Area]]: (ask: Asked[Area]) => readonly unknown[] }
}

/** Every query of these parts, in all its forms. If one is missing here, this does not compile. */
const everyQuestion = (was: StoredRecord): Questions => ({
  records: {
    byGuid: (ask) => [ask.byGuid(was.record.saleGuid)],
    byKey: (ask) => [
      ask.byKey('sale', 'invoice', was.record),
      ask.byKey('sale', 'invoice', { ...was.record, saleCode: '-' }),
    ],
    byNumber: (ask) => [ask.byNumber(was.record)],
    body: (ask) => [ask.body(was.seq, 1)],
    originals: (ask) => [ask.originals(was.seq)],
    allNotesOn: (ask) => [ask.allNotesOn(was.seq)],
    notesOn: (ask) => [ask.notesOn(was.seq)],
    range: (ask) =>
      [null, 'KLCC'].flatMap((outletName) =>
        [null, { day: '2026-11-20', seq: 3 }].map((after) =>
          ask.range({
            ...till,
            ...(outletName !== null && { outlets }),
            family: 'sale',
            kind: 'invoice',
            from: '2026-11-20',
            to: '2026-11-21',
            outletName,
            after,
            limit: 5,
          }),
        ),
      ),
    changedAfter: (ask) => whose.map((each) => ask.changedAfter(3, each, 5)),
    lastEventSeq: (ask) => [ask.lastEventSeq()],
    events: (ask) => [ask.events(was.seq)],
    attempts: (ask) => [ask.attempts(was.seq)],
    payload: (ask) => [ask.payload('f'.repeat(64))],
    cancellableAfter: (ask) => [ask.cancellableAfter(companyGuid, { cancellableUntil: noon, seq: 1 }, 5)],
    attentions: (ask) => whose.map((each) => ask.attentions(each)),
    needingPerson: (ask) => whose.map((each) => ask.needingPerson(each)),
    refusedNotes: (ask) => whose.map((each) => ask.refusedNotes(each)),
    soldBetween: (ask) =>
      [null, { issuedAt: noon, seq: 3 }].map((after) =>
        ask.soldBetween({ companyGuid, outlets, from: '2026-11-20', to: '2026-11-20', after, limit: 5 }),
      ),
    list: (ask) =>
      [
        {},
        { companyGuid, before: { issuedAt: noon, seq: 10 } },
        { from: '2026-11-20', to: '2026-11-20' },
        till,
        { ...till, shiftCode: 'S1', statuses: ['Valid'] as const },
        { leastHundredths: 5, mostHundredths: 6, text: 'kopi contoh' },
        ...statuses.map((status) => ({ statuses: [status] })),
        ...concerns.map((concern) => ({ concerns: [concern] })),
        { concerns: ['unsent', 'refused'] as const },
        { outlets },
        { outlets, statuses: ['Invalid'] as const },
      ].map((query) => ask.list(listQuery(query))),
    count: (ask) =>
      [{}, { companyGuid }, { outlets }, till, { text: 'kopi' }].map((query) => ask.count(listQuery(query))),
    shifts: (ask) => whose.map((each) => ask.shifts(each, 100)),
    write: (ask) => [
      ask.write({
        writes: [insertion(90, { kind: 'credit_note' }, { originals: [was] })],
        unchanged: [was],
        unreferenced: was,
      }),
      ask.write({ writes: [update(was, eventOf.held)], notesOn: [{ original: was, notes: [] }] }),
    ],
  },
  schedule: {
    due: (ask) => [ask.due('send', companyGuid, noon, 5)],
    all: (ask) => [ask.all('settle', 0, 5)],
    nextDue: (ask) => [ask.nextDue('send', companyGuid)],
    dueOf: (ask) => [ask.dueOf(was.seq)],
    lanes: (ask) => [ask.lanes(), ask.lanes(outlets)],
    unsentIssuedBefore: (ask) => [ask.unsentIssuedBefore(noon)],
    postpone: (ask) => [ask.postpone('send', [was.seq], noon)],
    beginBuilds: (ask) => [ask.beginBuilds([was.seq])],
    endBuilds: (ask) => [ask.endBuilds([was.seq])],
    advance: (ask) => [ask.advance(1)],
    noLaterThan: (ask) => [ask.noLaterThan(noon)],
  },
  consolidations: {
    tills: (ask) => [ask.tills(companyGuid, noon)],
    receipts: (ask) => [ask.receipts({ ...till, family: 'sale', issuedBefore: noon }, { issuedAt: 0, seq: 0 }, 5)],
    waiting: (ask) => [ask.waiting(), ask.waiting(outlets)],
    documentsOf: (ask) => [ask.documentsOf({ ...till, family: 'sale' }, 'C-')],
    begin: (ask) => [
      ask.begin({ id: 'run', companyGuid, by: 'x', lastDay: '2026-11-20', planned: 1, startedAt: noon }),
    ],
    consolidate: (ask) => [ask.consolidate('run', insertion(91), [{ seq: was.seq, version: 1 }])],
    close: (ask) => [ask.close('run', [{ seq: was.seq, version: 1 }], noon)],
    unfollowed: (ask) => [ask.unfollowed(5)],
    follow: (ask) => [ask.follow(was.seq, noon, 5)],
    members: (ask) => [ask.members(was.seq, 0, 5)],
    finish: (ask) => [ask.finish('run', noon, 0)],
    unfinished: (ask) => [ask.unfinished()],
    runs: (ask) => [ask.runs(companyGuid, 5)],
    run: (ask) => [ask.run('run')],
    documents: (ask) => [ask.documents('run')],
  },
  shifts: {
    open: (ask) => [ask.open({ id: 'one', ...till, shiftCode: 'S1', ...at, today: '2026-11-20' })],
    byId: (ask) => [ask.byId('one')],
    openOnes: (ask) => whose.map((each) => ask.openOnes(each)),
    withoutShift: (ask) => [ask.withoutShift({ companyGuid, outlets }, '2026-11-20')],
    documents: (ask) => [ask.documents('one')],
    close: (ask) => [ask.close('one', { ...at, isClean: true, reason: null, report: '{}', throughSeq: 9, code: '' })],
    closedOnes: (ask) => [ask.closedOnes({ companyGuid, outlets, till, before: null, limit: 5 })],
    lateCount: (ask) => [ask.lateCount('one')],
    keepTillReport: (ask) => [
      ask.keepTillReport({ ...till, ...at, span: 'one', report: { count: 1, total: '1.00', numbers: null } }),
    ],
    tillReports: (ask) => [ask.tillReports(['one', '2026-11-20'])],
  },
  reconciliations: {
    begin: (ask) => [ask.begin({ id: 'r', companyGuid, from: '2026-11-20', to: '2026-11-20', begunAt: noon })],
    byId: (ask) => [ask.byId('r')],
    list: (ask) => [ask.list(companyGuid, 5)],
    end: (ask) => [ask.end('r', { progress: '{}', outcome: '{}' })],
    sentBetween: (ask) => [ask.sentBetween(companyGuid, { sentAt: 0, seq: 0 }, noon, 5)],
    byNumbers: (ask) => [ask.byNumbers(companyGuid, ['N-0001'])],
  },
  taxpayers: {
    verifiedAt: (ask) => [ask.verifiedAt({ tin: 'C1', idType: 'BRN', idNumber: '1' })],
    verified: (ask) => [ask.verified({ tin: 'C1', idType: 'BRN', idNumber: '1' }, noon)],
  },
  mails: {
    ask: (ask) => [ask.ask({ recordSeq: was.seq, address: 'a@example.com', at: noon, by: 'x' }, 5)],
    takeUp: (ask) => [ask.takeUp(noon, noon), ask.takeUp(noon + 1, noon), ask.takeUp(noon, null)],
    of: (ask) => [ask.of(was.seq)],
    next: (ask) => [ask.next()],
    beginSending: (ask) => [ask.beginSending(1, 'a@example.com', noon)],
    tried: (ask) => [ask.tried(1, { at: noon, state: 'sent', dueAt: 0, reason: null })],
    drop: (ask) => [ask.drop(1)],
    troubled: (ask) => [ask.troubled(noon, 5)],
    unsentAlert: (ask) => [ask.unsentAlert(noon)],
    tryAgain: (ask) => [ask.tryAgain()],
  },
  webhooks: {
    add: (ask) => [ask.add({ id: 'w', url: 'https://example.com', companyGuid, createdAt: noon }, 'x')],
    targets: (ask) => [ask.targets()],
    takeUp: (ask) => [ask.takeUp('w', 5)],
    due: (ask) => [ask.due('w', { now: noon, latest: noon }, 5)],
    nextDue: (ask) => [ask.nextDue('w')],
    keepBodies: (ask) => [ask.keepBodies('w', [{ eventSeq: 1, body: '{}' }])],
    tried: (ask) => [ask.tried('w', 1, { at: noon, httpStatus: 200, became: { state: 'delivered' } })],
    deliveries: (ask) => [ask.deliveries('w', 9, 5)],
    replay: (ask) => [ask.replay('w', { afterSeq: 1 }, at)],
    remove: (ask) => [ask.remove('w', noon, 'x')],
  },
})

/**
 * Runs all queries one after the other.
 * @param asked called after each query, with its name
 */
export async function askEverything(store: Store, was: StoredRecord, asked: (question: string) => void): Promise<void> {
  for (const [area, questions] of Object.entries(everyQuestion(was)))
    for (const [method, question] of Object.entries(questions) as [string, (ask: unknown) => readonly unknown[]][]) {
      await Promise.all(question(store[area as keyof Asked]))
      asked(`${area}.${method}`)
    }
}

/** Tables with at least one row for each sale. */
export const large: readonly string[] = [
  'record',
  'event',
  'attempt',
  'attempt_outcome',
  'payload',
  'reference',
  'consolidation_member',
  'journal_line',
]

/** Indexes that may be read as a whole: lists follow the order of the first, and counts read the second. */
export const ordered: readonly string[] = ['record_list', 'record_range']

/** The query reads the table from its end, and no further than today's sales. */
export const mayLookThrough = (question: string, table: string) =>
  ['shifts.open', 'shifts.withoutShift'].includes(question) && table === 'record'

/**
 * Stores some sales of a day. The first one is valid.
 * @returns one whose result at the authority is not known
 */
export async function aPast(store: Store): Promise<StoredRecord> {
  await store.companies.save(aCompany(), 'control')
  await happen(store, await keep(store, insertion(1)), eventOf.claimed, eventOf.taken, eventOf.validated)
  await store.records.write({ writes: Array.from({ length: 19 }, (_, n) => insertion(n + 2)) })
  await happen(store, await keep(store, insertion(21)), eventOf.voided)
  const was = await unsent(store, 22, { at: noon, reason: 'not_connected' })
  await unsent(store, 23, { at: noon + 1_000, reason: 'throttled' })
  return was
}

interface End {
  readonly at: number
  readonly reason: UnsentReason
}

async function unsent(store: Store, n: number, { at, reason }: End): Promise<StoredRecord> {
  const sent = await keep(store, insertion(n))
  const id = `attempt ${n}`
  const times = { documentTime: noon, claimedAt: noon, sendDeadline: noon + 60_000 }
  const attempt = { id, batchId: 'b1', revision: 1, sha256: 'f'.repeat(64), payload: Buffer.from('{}'), ...times }
  const claimed = update(sent, { ...eventOf.claimed, attemptId: id }, { attempt })
  const nothing = { httpStatus: null, correlationId: null, answer: null }
  const outcome = { attemptId: id, at, outcome: { kind: 'unsent', reason } as const, ...nothing }
  const now = update({ ...sent, record: claimed.record }, eventOf.unsent, { outcome })
  for (const write of [claimed, now]) await store.records.write({ writes: [write] })
  return { ...sent, record: now.record }
}
