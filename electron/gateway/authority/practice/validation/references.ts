import { isSelfBilled, type LedgerDocument } from '../ledger/document.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { ValidationError } from './steps.ts'

/** Step 06: what a note refers to exists, counts, and is of the same issuer and family (myinvois 6.4). */
export function findWrongReferences(ledger: LedgerStore, document: LedgerDocument): readonly ValidationError[] {
  return ledger.referencesOf(document.seq).flatMap((uuid) => {
    const error = faultOf(ledger.document(uuid), document)
    return error === null ? [] : [findingFor(`${error}: ${uuid}`)]
  })
}

function faultOf(original: LedgerDocument | undefined, note: LedgerDocument): string | null {
  // Of another's document nothing is told, not even that it is there.
  if (!original || original.issuerTin !== note.issuerTin) return 'The referenced document was not found'
  if (original.status !== 'Valid') return 'The referenced document is not valid'
  if (isSelfBilled(original.typeCode) !== isSelfBilled(note.typeCode))
    return 'A self-billed note refers to self-billed documents only, any other to none of them'
  return null
}

const findingFor = (error: string): ValidationError => ({
  propertyName: 'InvoiceDocumentReference',
  propertyPath: 'document.Invoice.BillingReference.InvoiceDocumentReference.UUID',
  errorCode: 'Error06',
  error,
})
