import { consolidatedClass } from '../../../../shared/document/check.ts'
import { generalPublicOnWire } from '../../../../shared/document/party.ts'
import { builtDocumentOf } from '../ask.ts'
import type { BuiltDocument, DocumentSource, OriginalInvoiceRef } from '../port.ts'
import { saleGuidOfUuid } from './names.ts'

/**
 * The till's own body with our names filled in. The other gateway recognises a repeat by its SALE_GUID (contract 5).
 */
export function buildDocument(source: DocumentSource): BuiltDocument {
  const { identity, sale, originals, issueTime } = source
  // EXTRA stays with our record (contract 5).
  const { EXTRA: _, ...body } = source.body as Body
  const document = {
    ...(source.isForGeneralPublic ? forGeneralPublic(body) : body),
    SALE_GUID: identity.saleGuid,
    DOCUMENT_NUMBER: identity.documentNumber,
    // Not later than now, because the other gateway's clock may be behind.
    ISSUED_AT: new Date(Math.min(sale.issuedAt, issueTime)).toISOString(),
    ...(originals.length > 0 && { ORIGINALS: originals.map(originalThere) }),
  }
  return builtDocumentOf(JSON.stringify(document))
}

type Body = Readonly<Record<string, unknown>>

/** Both gateways use the same GUID for a document. */
function originalThere({ documentNumber, uuid }: OriginalInvoiceRef) {
  const saleGuid = saleGuidOfUuid(uuid)
  return saleGuid === null ? { DOCUMENT_NUMBER: documentNumber, AUTHORITY_UUID: uuid } : { SALE_GUID: saleGuid }
}

/** To the other gateway a consolidated e-invoice is a single document (myinvois 6.6). */
function forGeneralPublic(given: Body): Body {
  const { CONSOLIDATE: _, LINES: lines, ...body } = given
  return {
    ...body,
    // In a self-billed document the general public is the supplier.
    ...(body['SUPPLIER'] === undefined && { BUYER: generalPublicOnWire }),
    LINES: (lines as readonly Body[]).map((line) => ({ ...line, CLASSIFICATION_CODES: [consolidatedClass] })),
  }
}
