import type { LedgerDocument } from '../ledger/document.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { ValidationError } from './steps.ts'

const windowMs = 2 * 3_600_000

/**
 * Step 03: same type and version, issue time, number and issuer within two hours (myinvois 3). What was invalid
 * itself counts too: the rule as published knows no exception.
 */
export function findDuplicates(ledger: LedgerStore, document: LedgerDocument): readonly ValidationError[] {
  const doubles = ledger.doublesOf(document, document.receivedAt - windowMs)
  const first = doubles.find(({ status }) => status !== 'Invalid') ?? doubles[0]
  if (!first) return []
  const error =
    `Duplicated submitted document with UUID ${document.uuid} where the values of configured attributes ` +
    `match with values for the document with UUID: ${first.uuid}`
  return [{ propertyName: 'document', propertyPath: 'document', errorCode: 'DS302', error, errorMs: `MS-${error}` }]
}
