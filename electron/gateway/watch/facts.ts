import type { Instant } from '../../../shared/domain/record.ts'
import type { Log } from '../ports.ts'
import type { Companies, Lane, Schedule } from '../store/port.ts'
import type { Journal, JournalStanding, Storage, StorageStanding } from '../store/port-journal.ts'
import type { Contact } from './contact.ts'
import type { Machine } from './machine.ts'

/** Signs of life of one of a company's loops. */
export interface LoopPulse {
  readonly companyGuid: string
  readonly name: string
  /** How long its present step has taken; null where it rests. */
  readonly stepMs: number | null
  /** How long ago its last round ended; null before that. */
  readonly restedMs: number | null
}

/** What the store knows of what is still to be done. */
export interface Backlog {
  readonly lanes: readonly Lane[]
  /** Unsent documents whose time for submission is nearly over or over, by company. */
  readonly closing: ReadonlyMap<string, number>
  readonly codeOf: ReadonlyMap<string, string>
}

/** How things stand at one moment; null for what could not be found out. */
export interface Facts {
  readonly at: Instant
  readonly upMs: number
  /** Since the start, or since the machine last slept. */
  readonly awakeMs: number
  readonly backlog: Backlog | null
  readonly storage: StorageStanding
  readonly journal: Pick<JournalStanding, 'isTrusted' | 'findings'> | null
  readonly pulses: readonly LoopPulse[]
  readonly lastContactAt: Instant | null
  /** Since when there has been something to ask the authority; null while there is nothing. */
  readonly askingSince: Instant | null
  readonly freeBytes: number | null
  readonly walBytes: number | null
  readonly eventLoopDelayMs: number
}

export interface FactSources {
  readonly schedule: Pick<Schedule, 'lanes' | 'unsentIssuedBefore'>
  readonly companies: Pick<Companies, 'list'>
  readonly storage: Pick<Storage, 'standing'>
  readonly journal: Pick<Journal, 'standing'>
  readonly pulses: () => readonly LoopPulse[]
  readonly contact: Pick<Contact, 'lastAt'>
  readonly machine: Machine
  readonly log: Log
}

const patienceMs = 10_000

/** Whatever can be found out while the disk answers, of the rest that it could not. */
export async function gatherFacts(
  sources: FactSources,
  closingBefore: Instant,
): Promise<Pick<Facts, 'backlog' | 'journal' | 'freeBytes' | 'walBytes'>> {
  const { machine, log } = sources
  const [backlog, journal, freeBytes, walBytes] = await Promise.all([
    inTime(backlogOf(sources, closingBefore), log),
    inTime(sources.journal.standing(), log),
    inTime(machine.freeBytes(), log),
    inTime(machine.walBytes(), log),
  ])
  return { backlog, journal, freeBytes, walBytes }
}

async function backlogOf({ schedule, companies }: FactSources, closingBefore: Instant): Promise<Backlog> {
  const [lanes, closing, list] = await Promise.all([
    schedule.lanes(),
    schedule.unsentIssuedBefore(closingBefore),
    companies.list(),
  ])
  return { lanes, closing, codeOf: new Map(list.map(({ profile }) => [profile.companyGuid, profile.companyCode])) }
}

/** A disk that hangs must not take the watch with it. */
async function inTime<Value>(asked: Promise<Value>, log: Log): Promise<Value | null> {
  const tired = Promise.withResolvers<null>()
  const timer = setTimeout(tired.resolve, patienceMs, null)
  timer.unref()
  const answer = asked.catch((err: unknown) => {
    log.error({ err }, 'how things stand could not be found out')
    return null
  })
  try {
    return await Promise.race([answer, tired.promise])
  } finally {
    clearTimeout(timer)
  }
}
