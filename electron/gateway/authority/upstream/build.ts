import { consolidatedClass } from '../../../../shared/document/check.ts'
import { generalTins } from '../../../../shared/document/party.ts'
import { builtFrom } from '../ask.ts'
import type { BuiltDocument, DocumentOriginal, DocumentSource } from '../port.ts'
import { saleGuidOf } from './names.ts'

/**
 * The till's own body for the other gateway, with our names filled in: sent again, it is recognised by its SALE_GUID
 * and answered with what became of it (contract 5).
 */
export function buildBody(source: DocumentSource): BuiltDocument {
  const { identity, sale, originals, issueTime } = source
  // What is the till's own stays with its record (contract 5).
  const { EXTRA: _, ...body } = source.body as Body
  const document = {
    ...(source.isForGeneralPublic ? forGeneralPublic(body) : body),
    SALE_GUID: identity.saleGuid,
    DOCUMENT_NUMBER: identity.documentNumber,
    // Never after our own clock, which the other gateway's may be behind.
    ISSUED_AT: new Date(Math.min(sale.issuedAt, issueTime)).toISOString(),
    ...(originals.length > 0 && { ORIGINALS: originals.map(originalThere) }),
  }
  return builtFrom(JSON.stringify(document))
}

type Body = Readonly<Record<string, unknown>>

/** Both gateways know a document that went from one to the other by the same GUID. */
function originalThere({ documentNumber, uuid }: DocumentOriginal) {
  const saleGuid = saleGuidOf(uuid)
  return saleGuid === null ? { DOCUMENT_NUMBER: documentNumber, AUTHORITY_UUID: uuid } : { SALE_GUID: saleGuid }
}

/** A consolidated e-invoice, or a note on one, is a single document to the other gateway (myinvois 6.6). */
function forGeneralPublic(given: Body): Body {
  const { CONSOLIDATE: _, LINES: lines, ...body } = given
  return {
    ...body,
    // In a self-billed one it is who sells, and stands there already.
    ...(body['SUPPLIER'] === undefined && { BUYER: generalPublic }),
    LINES: (lines as readonly Body[]).map((line) => ({ ...line, CLASSIFICATION_CODES: [consolidatedClass] })),
  }
}

const generalPublic = {
  NAME: 'General Public',
  TIN: generalTins.generalPublic,
  ID_TYPE: 'BRN',
  ID_NUMBER: 'NA',
  PHONE: 'NA',
  ADDRESS: { LINES: ['NA'], CITY: 'NA', STATE_CODE: '17', COUNTRY_CODE: 'MYS' },
}
