import type { Clock, Log, Randomness } from '../../ports.ts'
import { type MovableClock, PracticeClock } from './clock.ts'
import type { Element } from './document/element.ts'
import { type FaultScript, Faults } from './faults/script.ts'
import type { Office } from './http/office.ts'
import { RateLimits, type RequestCounts } from './http/rate-limits.ts'
import { RequestHandler } from './http/request-handler.ts'
import { PracticeServer } from './http/server.ts'
import type { LedgerDocument } from './ledger/document.ts'
import { LedgerStore } from './ledger/ledger-store.ts'
import { openLedgerFile } from './ledger/open.ts'
import { type PracticeCredentials, SignIn } from './people/sign-in.ts'
import { type PracticeTaxpayer, Taxpayers } from './people/taxpayers.ts'
import { whyNot } from './questions/change-state.ts'
import { type ArithmeticWarning, arithmeticWarnings } from './validation/arithmetic.ts'
import { Validation, type VerifySignature } from './validation/validation.ts'

export interface PracticeOptions {
  /** Ledger file (SQLite); null keeps it in memory. Survives restarts of the gateway. */
  readonly file: string | null
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  /** Taxpayers beside the bundled ones: the companies imported on this machine; asked at each use. */
  readonly companies: () => Promise<readonly PracticeTaxpayer[]>
  /** Multiplies the real limits of requests a minute. */
  readonly rateScale: number
  /** How long the background validation takes. */
  readonly validationMs?: number
  /** Judges the signatures of documents of version 1.1. */
  readonly verifySignature?: VerifySignature
}

export interface WarnedDocument extends Pick<LedgerDocument, 'uuid' | 'internalId'> {
  readonly warnings: readonly ArithmeticWarning[]
}

/** What the authority has, as it stands: for tests and demonstrations. */
export interface Ledger {
  /** In the order they came. */
  documents(): readonly LedgerDocument[]
  document(uuid: string): LedgerDocument | undefined
  /** Exactly as it came. */
  textOf(uuid: string): string
  /** Of the latest documents those whose amounts do not add up, the last one first. */
  warnings(): readonly WarnedDocument[]
  /** Finishes the validation of whatever is due; every request does so too. */
  validateDue(): Promise<void>
}

export interface Practice {
  /** Of API, identity and portal alike: `http://127.0.0.1:PORT`. */
  readonly url: string
  /** The client id is `practice-<TIN>`; the secret is made new at every start and known only in memory. */
  readonly credentialsFor: (tin: string) => PracticeCredentials
  readonly faults: FaultScript
  readonly ledger: Ledger
  readonly clock: MovableClock
  readonly counts: RequestCounts
  close(): Promise<void>
}

const usualValidationMs = 500

/**
 * Starts the practice authority: a stand-in for MyInvois with its API, its checks and its limits, on loopback.
 * The production adapter talks to it and must not be able to tell.
 * @throws Error where the ledger file is not its own
 */
export async function startPractice(options: PracticeOptions): Promise<Practice> {
  const { randomness, log } = options
  const clock = new PracticeClock(options.clock)
  const ledger = new LedgerStore(openLedgerFile(options.file))
  const taxpayers = new Taxpayers(options.companies)
  const faults = new Faults(clock)
  const validationMs = options.validationMs ?? usualValidationMs
  const office: Office = { ledger, clock, randomness, taxpayers, faults, validationMs }
  const validation = new Validation({ ...office, verifySignature: options.verifySignature ?? null })
  const limits = new RateLimits(clock, () => options.rateScale * faults.limitShare())
  const signIn = new SignIn({ randomness, clock, taxpayers, faults })
  const requestHandler = new RequestHandler({ office, signIn, limits, validation })
  const server = new PracticeServer({
    log,
    clock,
    isAway: () => faults.isAway(),
    answer: (incoming) => requestHandler.answer(incoming),
  })
  faults.attach({
    cancelOnPortal: (uuid) => cancelOnPortal(office, validation, uuid),
    cutConnections: () => server.cutConnections(),
    stopListening: () => server.stopListening(),
    listenAgain: () => server.listenAgain(),
  })
  return {
    url: await server.start(),
    credentialsFor: (tin) => signIn.credentialsFor(tin),
    faults,
    ledger: ledgerOf(ledger, validation),
    clock,
    counts: limits,
    async close() {
      await server.close()
      ledger.close()
    },
  }
}

const ledgerOf = (ledger: LedgerStore, validation: Validation): Ledger => ({
  documents: () => ledger.all(),
  document: (uuid) => ledger.document(uuid),
  textOf: (uuid) => ledger.textOf(uuid),
  warnings: () => warnedIn(ledger),
  validateDue: () => validation.runDue(),
})

const mostWarned = 200

const warnedIn = (ledger: LedgerStore): readonly WarnedDocument[] =>
  ledger.latest(mostWarned).flatMap(({ uuid, internalId }) => {
    const [invoice] = (JSON.parse(ledger.textOf(uuid)) as { readonly Invoice: readonly [Element] }).Invoice
    const warnings = arithmeticWarnings(invoice)
    return warnings.length > 0 ? [{ uuid, internalId, warnings }] : []
  })

/** As the issuer would by hand: under the same rules as with the API. */
async function cancelOnPortal(office: Office, validation: Validation, uuid: string): Promise<boolean> {
  await validation.runDue()
  const document = office.ledger.document(uuid)
  if (!document || whyNot(office, document, 'cancelled') !== null) return false
  office.ledger.cancel(uuid, 'Cancelled on the portal', office.clock.now())
  return true
}
