import type { GatewayPorts } from './ports.ts'
import type { JournalOptions } from './store/journal/journal.ts'
import { bindSeal, makeSeal, sealFor } from './store/journal/seal.ts'
import type { Journal, Trust } from './store/port-journal.ts'

const sealEveryMs = 3_600_000

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
  const { isTrusted, findings, appended, replayed, mistrusted } = await journal.standing()
  if (appended > 0) log.warn({ lines: appended }, 'the journal was behind the database, and has the rest now')
  if (replayed > 0)
    log.error({ lines: replayed, mistrusted }, 'the database had lost what its journal has, and has it again')
  if (!isTrusted) log.error({ findings }, 'the journal does not agree with the database: nothing is sent')
}

/** Proves everything so far, every hour and once more at the end. */
export function keepSealed(
  journal: Journal,
  { clock, log }: Pick<GatewayPorts, 'clock' | 'log'>,
): { stop(): Promise<void> } {
  const seal = async () => {
    await journal.seal(clock.now()).catch((err: unknown) => log.error({ err }, 'the journal could not be sealed'))
  }
  const timer = setInterval(() => void seal(), sealEveryMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return seal()
    },
  }
}
