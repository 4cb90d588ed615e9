import { finding } from '../../../shared/domain/journal-finding.ts'
import type { GatewayPorts } from '../ports.ts'
import type { JournalOptions } from '../store/journal/journal.ts'
import { bindSeal, makeSeal, sealFor } from '../store/journal/seal.ts'
import type { Journal, Trust } from '../store/port/journal.ts'
import type { OwnWitness } from './witness.ts'

const sealEveryMs = 3_600_000
const headEveryMs = 5_000

interface Testifying extends Pick<GatewayPorts, 'log'> {
  readonly witness: OwnWitness | null
}

/** The journal in a directory, and with what it is sealed. A key store that does not answer has it still, perhaps. */
export async function journalFor(directory: string, ports: GatewayPorts): Promise<JournalOptions> {
  const seal = await sealFor(directory, ports).catch((err: unknown) => {
    ports.log.error({ err }, 'the seal of the journal cannot be read')
    return 'locked' as const
  })
  // Not while it is in doubt whose it is.
  if (typeof seal !== 'string')
    await bindSeal(ports).catch((err: unknown) => {
      ports.log.warn({ err }, 'the seal of the journal could not be bound to this machine')
    })
  return { directory, seal, now: ports.clock.now() }
}

/** A seal that is this installation's own, in place of one that is gone. */
export const newSeal = (ports: GatewayPorts): Promise<NonNullable<Trust['seal']>> => makeSeal(ports)

/** What the start found out about the journal, for whoever reads the log. */
export async function tellOfJournal(journal: Journal, { log }: Pick<GatewayPorts, 'log'>): Promise<void> {
  const { isTrusted, findings, appended, replayed, mistrusted } = await journal.status()
  if (appended > 0) log.warn({ lines: appended }, 'the journal was behind the database, and has the rest now')
  if (replayed > 0)
    log.error({ lines: replayed, mistrusted }, 'the database had lost what its journal has, and has it again')
  if (!isTrusted) log.error({ findings }, 'the journal does not agree with the database: nothing is sent')
}

/**
 * Where there is a witness outside of the directory: whether it remembers more than is here, or another directory that
 * this one was copied from.
 */
export async function askWitness(journal: Journal, testimony: Testifying): Promise<void> {
  const { witness, log } = testimony
  const kept = witness?.read() ?? null
  if (kept === null) return
  const findings = [
    ...((await journal.has(kept))
      ? []
      : [finding('rolled_back', { line: kept.line, detail: `line ${kept.line} is missing` })]),
    ...(kept.original === null ? [] : [finding('copy_beside', { detail: kept.original })]),
  ]
  if (findings.length === 0) return
  log.error({ findings }, 'this data folder is not the one that was here last: nothing is sent')
  await journal.found(findings)
}

/**
 * Proves everything so far, every hour and once more at the end; and every few seconds, beside the work, how far it has
 * come, here and to the witness.
 */
export function keepSealed(
  journal: Journal,
  { clock, log, witness }: Pick<GatewayPorts, 'clock' | 'log'> & Testifying,
): { stop(): Promise<void> } {
  const proveHead = async () => {
    try {
      const head = await journal.proveHead(clock.now())
      if (head) await witness?.note(head)
    } catch (err) {
      // Of a disk in trouble its own alerts say more; what was proven before stands.
      log.debug({ err }, 'how far the journal has come could not be proven')
    }
  }
  const seal = async () => {
    await journal.seal(clock.now()).catch((err: unknown) => log.error({ err }, 'the journal could not be sealed'))
  }
  const timer = setInterval(() => void seal(), sealEveryMs)
  const often = setInterval(() => void proveHead(), headEveryMs)
  timer.unref()
  often.unref()
  return {
    async stop() {
      clearInterval(timer)
      clearInterval(often)
      await seal()
      await proveHead()
    },
  }
}
