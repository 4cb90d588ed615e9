import type { Clock, Log, Randomness } from '../../ports.ts'
import { stateChangeRefusal } from './change-state.ts'
import { PracticeClock } from './clock.ts'
import { ActiveFaults } from './faults.ts'
import { LedgerStore, type NamedParty } from './ledger.ts'
import type { Context } from './office.ts'
import { RateLimits } from './rate-limits.ts'
import { RequestHandler } from './requests.ts'
import { PracticeServer } from './server.ts'
import { type PracticeCredentials, SignIn } from './sign-in.ts'
import { Taxpayers } from './taxpayers.ts'
import { Validation, type VerifySignature } from './validation.ts'

export interface PracticeOptions {
  /** SQLite; null keeps it in memory. */
  readonly file: string | null
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  /** The companies of this machine, in addition to the bundled taxpayers. */
  readonly companies: () => Promise<readonly NamedParty[]>
  /** Multiplies the real rate limits. */
  readonly rateScale: number
  readonly validationMs?: number
  readonly verifySignature?: VerifySignature
}

export interface Practice {
  /** For API, identity and portal: `http://127.0.0.1:PORT`. */
  readonly url: string
  /** The client id is `practice-<TIN>`; the secret is new at every start, and only in memory. */
  readonly credentialsFor: (tin: string) => PracticeCredentials
  readonly faults: ActiveFaults
  readonly ledger: LedgerStore
  readonly clock: PracticeClock
  readonly counts: RateLimits
  validateDue(): Promise<void>
  close(): Promise<void>
}

const usualValidationMs = 500

/**
 * A stand-in for MyInvois on loopback, with its API, checks and limits. The production adapter cannot tell it from the
 * real one.
 */
export async function startPractice(options: PracticeOptions): Promise<Practice> {
  const { randomness, log } = options
  const clock = new PracticeClock(options.clock)
  const ledger = new LedgerStore(options.file)
  const taxpayers = new Taxpayers(options.companies)
  const faults = new ActiveFaults(clock, {
    cancelOnPortal: (uuid) => cancelOnPortal(office, validation, uuid),
    cutConnections: () => server.cutConnections(),
    stopListening: () => server.stopListening(),
    listenAgain: () => server.listenAgain(),
  })
  const validationMs = options.validationMs ?? usualValidationMs
  const office: Context = { ledger, clock, randomness, taxpayers, faults, validationMs }
  const validation = new Validation({ ...office, verifySignature: options.verifySignature ?? null })
  const limits = new RateLimits(clock, () => options.rateScale * (faults.find('low_limits')?.share ?? 1))
  const signIn = new SignIn({ randomness, clock, taxpayers, faults })
  const requestHandler = new RequestHandler({ office, signIn, limits, validation })
  const server = new PracticeServer({
    log,
    clock,
    isAway: () => faults.isAway(),
    answer: (incoming) => requestHandler.answer(incoming),
  })
  return {
    url: await server.start(),
    credentialsFor: (tin) => signIn.credentialsFor(tin),
    faults,
    ledger,
    clock,
    counts: limits,
    validateDue: () => validation.runDue(),
    async close() {
      await server.close()
      ledger.close()
    },
  }
}

/** Under the rules of the API. */
async function cancelOnPortal({ ledger, clock }: Context, validation: Validation, uuid: string): Promise<boolean> {
  await validation.runDue()
  const document = ledger.document(uuid)
  if (!document || stateChangeRefusal({ ledger, clock }, document, 'cancelled') !== null) return false
  ledger.cancel(document, 'Cancelled on the portal', clock.now())
  return true
}
