import { findUnknownCodes } from './code-fields.ts'
import { type EInvoice, type Element, numberAt, parseEInvoice, textAt } from './einvoice.ts'
import { isSelfBilled, type LedgerDocument, type LedgerStore, type NamedParty } from './ledger.ts'
import type { Context } from './office.ts'
import { type Finding, listVersionSteps, type StepId, stepResult } from './steps.ts'
import { findWrongProfiles } from './taxpayer-profile.ts'
import { newLongId } from './wire.ts'

/** Codes DS300 to DS338. */
export type VerifySignature = (
  documentText: string,
  issuer: NamedParty,
) => { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string }

interface ValidationDeps extends Pick<Context, 'ledger' | 'clock' | 'randomness' | 'taxpayers'> {
  /** Null accepts every signature. */
  readonly verifySignature: VerifySignature | null
}

/**
 * Works without timers: the ledger says when a document is due, and due ones are checked before any request is
 * answered. So it goes on after a restart, and follows a clock that was moved.
 */
export class Validation {
  readonly #deps: ValidationDeps
  #last: Promise<void> = Promise.resolve()

  constructor(deps: ValidationDeps) {
    this.#deps = deps
  }

  runDue(): Promise<void> {
    const { ledger, clock } = this.#deps
    if (ledger.unchecked(clock.now()).length === 0) return this.#last
    // One after the other, because a document is compared with earlier ones.
    const run = this.#last.then(() => this.#run())
    // After a failure the next run begins again with what is due.
    this.#last = run.catch(() => undefined)
    return run
  }

  async #run(): Promise<void> {
    const { ledger, clock, randomness, taxpayers } = this.#deps
    const known = await taxpayers.all()
    for (const document of ledger.unchecked(clock.now())) {
      const steps = this.#check(document, known)
      const isValid = steps.every(({ status }) => status === 'Valid')
      ledger.change(document, {
        status: isValid ? 'Valid' : 'Invalid',
        longId: isValid ? newLongId(randomness) : '',
        validatedAt: document.checkAt,
        steps,
      })
    }
  }

  /** All steps run, also after a failure (myinvois 2, E8). */
  #check(document: LedgerDocument, known: readonly NamedParty[]) {
    const { ledger } = this.#deps
    const einvoice = parseEInvoice(ledger.textOf(document.uuid))
    const find: Readonly<Record<StepId, () => readonly Finding[]>> = {
      duplicate: () => findDuplicates(ledger, document),
      codes: () => findUnknownCodes(einvoice),
      taxpayer: () => findWrongProfiles(einvoice, known),
      references: () => findWrongReferences(ledger, document),
      currency: () => findWrongCurrencies(einvoice),
      signature: () => this.#findWrongSignature(einvoice),
    }
    return listVersionSteps(document.version).map((step) => stepResult(step, find[step]()))
  }

  #findWrongSignature({ text, issuer }: EInvoice): readonly Finding[] {
    const verdict = this.#deps.verifySignature?.(text, issuer) ?? { ok: true }
    if (verdict.ok) return []
    const { code, message } = verdict
    return [{ propertyName: 'Signature', propertyPath: 'document.Signature', errorCode: code, error: message }]
  }
}

const duplicateWindowMs = 2 * 3_600_000

/**
 * Step 03: same type, version, issue time, number and issuer within two hours (myinvois 3). Invalid documents count,
 * too.
 */
function findDuplicates(ledger: LedgerStore, document: LedgerDocument): readonly Finding[] {
  const doubles = ledger.doublesOf(document, document.receivedAt - duplicateWindowMs)
  const first = doubles.find(({ status }) => status !== 'Invalid') ?? doubles[0]
  if (!first) return []
  const error =
    `Duplicated submitted document with UUID ${document.uuid} where the values of configured attributes ` +
    `match with values for the document with UUID: ${first.uuid}`
  return [{ propertyName: 'document', propertyPath: 'document', errorCode: 'DS302', error, errorMs: `MS-${error}` }]
}

/** Step 06: a note's original exists, counts, and has the same issuer and family (myinvois 6.4). */
const findWrongReferences = (ledger: LedgerStore, document: LedgerDocument): readonly Finding[] =>
  document.references.flatMap((uuid) => {
    const error = faultOf(ledger.document(uuid), document)
    if (error === null) return []
    const propertyPath = 'document.Invoice.BillingReference.InvoiceDocumentReference.UUID'
    return [
      { propertyName: 'InvoiceDocumentReference', propertyPath, errorCode: 'Error06', error: `${error}: ${uuid}` },
    ]
  })

function faultOf(original: LedgerDocument | undefined, note: LedgerDocument): string | null {
  // Nothing is said about the document of another taxpayer.
  if (!original || original.issuerTin !== note.issuerTin) return 'The referenced document was not found'
  if (original.status !== 'Valid') return 'The referenced document is not valid'
  if (isSelfBilled(original.typeCode) !== isSelfBilled(note.typeCode))
    return 'A self-billed note refers to self-billed documents only, any other to none of them'
  return null
}

/** Step 07: the rate converts to ringgit, and no amount is in a third currency. */
export function findWrongCurrencies({ invoice, currency }: EInvoice): readonly Finding[] {
  const allowed = [currency, textAt(invoice, 'TaxCurrencyCode') ?? currency, 'MYR']
  const foreign = [...currenciesIn(invoice)].filter((used) => !allowed.includes(used))
  const isRateRight =
    textAt(invoice, 'TaxExchangeRate', 'SourceCurrencyCode') === currency &&
    textAt(invoice, 'TaxExchangeRate', 'TargetCurrencyCode') === 'MYR' &&
    (numberAt(invoice, 'TaxExchangeRate', 'CalculationRate') ?? 0) > 0
  const finding = (propertyName: string, errorCode: string, error: string): Finding => ({
    propertyName,
    propertyPath: `document.Invoice.${propertyName}`,
    errorCode,
    error,
  })
  return [
    ...foreign.map((used) => finding('currencyID', 'DC511', `An amount is in ${used}, the document is in ${currency}`)),
    ...(currency === 'MYR' || isRateRight
      ? []
      : [finding('TaxExchangeRate', 'DC512', `The exchange rate is not from ${currency} to MYR`)]),
  ]
}

function currenciesIn(element: Element, found = new Set<string>()): ReadonlySet<string> {
  for (const name of Object.keys(element)) {
    const value = element[name]
    if (name === 'currencyID') found.add(String(value))
    if (Array.isArray(value)) for (const inner of value as readonly Element[]) currenciesIn(inner, found)
  }
  return found
}
