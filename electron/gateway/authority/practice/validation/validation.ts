import type { Clock, Randomness } from '../../../ports.ts'
import { readEInvoice } from '../document/einvoice.ts'
import type { Element } from '../document/element.ts'
import type { LedgerDocument, StepResult } from '../ledger/document.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { PracticeTaxpayer, Taxpayers } from '../people/taxpayers.ts'
import { newLongId } from '../submission/uids.ts'
import { findUnknownCodes } from './code-fields.ts'
import { findWrongCurrencies } from './currency.ts'
import { findDuplicates } from './duplicates.ts'
import { findWrongReferences } from './references.ts'
import { type Step, stepResult, stepsFor, type ValidationError } from './steps.ts'
import { findWrongProfiles } from './taxpayer-profile.ts'

/** What whoever verifies signatures says of a document of version 1.1; codes are of the family DS300 to DS338. */
export type SignatureVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly message: string }

export type VerifySignature = (documentText: string, issuerTin: string) => SignatureVerdict

export interface ValidationDeps {
  readonly ledger: LedgerStore
  readonly clock: Clock
  readonly randomness: Randomness
  readonly taxpayers: Taxpayers
  /** Without it every signature is taken for a good one. */
  readonly verifySignature: VerifySignature | null
}

/**
 * The validation in the background. No timer drives it: a document is due at a time written in the ledger, and
 * whatever is due is done before anybody looks. So it goes on after a restart, and a moved clock moves it too.
 */
export class Validation {
  readonly #deps: ValidationDeps
  #last: Promise<void> = Promise.resolve()

  constructor(deps: ValidationDeps) {
    this.#deps = deps
  }

  runDue(): Promise<void> {
    if (!this.#deps.ledger.hasUnchecked(this.#deps.clock.now())) return this.#last
    // One after the other: a document is checked against those before it.
    const run = this.#last.then(() => this.#run())
    // A failure is told to whoever asked for this run; the next one starts afresh with what is still due.
    this.#last = run.catch(() => undefined)
    return run
  }

  async #run(): Promise<void> {
    const { ledger, clock, randomness, taxpayers } = this.#deps
    const known = await taxpayers.all()
    for (const document of ledger.unchecked(clock.now())) {
      const steps = this.#check(document, known)
      const isValid = steps.every(({ status }) => status === 'Valid')
      ledger.settle(document.uuid, {
        status: isValid ? 'Valid' : 'Invalid',
        longId: isValid ? newLongId(randomness) : '',
        validatedAt: document.checkAt,
        steps,
      })
    }
  }

  /** Every step, also after one that failed: the real one tells all of them (myinvois 2, E8). */
  #check(document: LedgerDocument, known: readonly PracticeTaxpayer[]): readonly StepResult[] {
    const text = this.#deps.ledger.textOf(document.uuid)
    const [invoice] = (JSON.parse(text) as { readonly Invoice: readonly [Element] }).Invoice
    const einvoice = readEInvoice(text, invoice)
    const findings = (step: Step): readonly ValidationError[] => {
      switch (step) {
        case 'duplicate':
          return findDuplicates(this.#deps.ledger, document)
        case 'codes':
          return findUnknownCodes(einvoice)
        case 'taxpayer':
          return findWrongProfiles(einvoice, known)
        case 'references':
          return findWrongReferences(this.#deps.ledger, document)
        case 'currency':
          return findWrongCurrencies(einvoice)
        case 'signature':
          return this.#findWrongSignature(text, document.issuerTin)
      }
    }
    return stepsFor(document.version).map((step) => stepResult(step, findings(step)))
  }

  #findWrongSignature(text: string, issuerTin: string): readonly ValidationError[] {
    const verdict = this.#deps.verifySignature?.(text, issuerTin) ?? { ok: true }
    if (verdict.ok) return []
    return [
      {
        propertyName: 'Signature',
        propertyPath: 'document.Signature',
        errorCode: verdict.code,
        error: verdict.message,
      },
    ]
  }
}
