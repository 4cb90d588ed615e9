import type { Facts, StoreFacts } from '../../../electron/gateway/features/health/facts.ts'
import type { WorkerHeartbeat } from '../../../electron/gateway/ports.ts'
import type { WorkBacklog } from '../../../electron/gateway/store/port/port.ts'
import { soundStorageStatus } from '../../../electron/gateway/store/storage-monitor.ts'
import { type JournalFinding, journalFinding } from '../../../shared/domain/journal-finding.ts'
import type { WorkKind } from '../../../shared/domain/status.ts'
import { noon } from '../../support/records.ts'

export const minuteMs = 60_000
export const companyGuid = '11111111-1111-4111-8111-111111111111'

export const aLane = (work: WorkKind, over: Partial<WorkBacklog> = {}): WorkBacklog => ({
  work,
  companyGuid,
  count: 1,
  firstDueAt: noon,
  oldestAt: noon,
  ...over,
})

export const aHeartbeat = (name: string, over: Partial<WorkerHeartbeat> = {}): WorkerHeartbeat => ({
  companyGuid,
  name,
  stepMs: null,
  restedMs: 0,
  ...over,
})

type Over = Partial<Omit<Facts, 'backlog'>> & Partial<Omit<StoreFacts, 'codeOf'>>

/**
 * The facts of a healthy gateway: it runs for a day, the authority has just answered, and every worker has just
 * finished a round.
 */
export const someFacts = ({
  lanes = [],
  closing = new Map(),
  unconsolidated = [],
  needy = new Map(),
  webhooks = [],
  troubledMails = [],
  unsentAlert = null,
  silentOutlets = [],
  pauses = new Map(),
  ...over
}: Over = {}): Facts => ({
  at: noon,
  upMs: 24 * 60 * minuteMs,
  awakeMs: 24 * 60 * minuteMs,
  backlog: {
    lanes,
    closing,
    codeOf: new Map([[companyGuid, 'DEMO']]),
    unconsolidated,
    needy,
    webhooks,
    troubledMails,
    unsentAlert,
    silentOutlets,
    pauses,
  },
  storage: soundStorageStatus,
  copy: null,
  journal: { isTrusted: true, findings: [], findingCount: 0 },
  isSending: true,
  isDispatching: true,
  authority: 'myinvois',
  heartbeats: ['send', 'poll', 'look_up', 'cancel', 'release', 'watch'].map((name) => aHeartbeat(name)),
  blockReasons: [],
  clock: { kind: 'right', offsetMs: 0 },
  lastContactAt: noon,
  unansweredSince: null,
  askingSince: null,
  freeBytes: 50e9,
  walBytes: 0,
  canOpen: true,
  eventLoopDelayMs: 1,
  storeDelayMs: 1,
  network: null,
  certificateEnds: [],
  refused: { wrong_token: 0, wrong_pin: 0, wrong_code: 0, connection: 0 },
  ...over,
})

/** An older backup was restored; and what else was found. */
export const restoredFacts = (...others: readonly JournalFinding[]): Facts => {
  const older = journalFinding('backup_restored', { detail: '2026-11-21T10:40:00.000Z' })
  return someFacts({ journal: { isTrusted: false, findingCount: 1 + others.length, findings: [older, ...others] } })
}
