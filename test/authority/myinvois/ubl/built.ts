import { ublDocument } from '../../../../electron/gateway/authority/myinvois/ubl/document.ts'
import type { DocumentSource } from '../../../../electron/gateway/authority/port.ts'
import { demoCompanyAt } from '../../../../electron/gateway/features/companies/demo-company.ts'
import { parseJsonText } from '../../../../electron/gateway/http/json-text.ts'
import type { CompanyProfile } from '../../../../electron/gateway/store/port/port.ts'
import type { CheckContext } from '../../../../shared/document/check.ts'
import { aContext, checkedSale } from '../../../support/sales.ts'
import type { Json } from '../../practice/documents.ts'

/** How a till's body is turned into a document. */
export interface Wish extends Partial<Pick<CheckContext, 'family' | 'kind' | 'rules'>> {
  readonly version?: '1.0' | '1.1'
  readonly number?: string
  readonly company?: CompanyProfile
  readonly isForGeneralPublic?: boolean
}

/** A valid original of this gateway, with its UUID at the authority. */
export const originalHere = { documentNumber: 'KLCC-T1-A-0007', uuid: 'F9D425P6DS7D8IU0123456789A' }

/** The company that sells: Kedai Kopi Contoh, known to the practice authority. */
export const { profile: kedaiKopi } = demoCompanyAt(0)

/** Loaded once, because it has thousands of codes. */
export const { codes } = aContext()

/** Takes a till's body through bytes, schema and checks. @throws Error if one of them refuses it */
export function sourceOf(body: object, wish: Wish = {}): DocumentSource {
  const { family, kind, rules, now } = aContext({ codes, ...wish })
  const sale = checkedSale(parseJsonText(Buffer.from(JSON.stringify(body))), { family, kind, rules, codes })
  return {
    identity: { family, kind, saleGuid: 'sale', documentNumber: wish.number ?? sale.documentNumber ?? 'KLCC-0001' },
    body,
    sale,
    company: wish.company ?? kedaiKopi,
    originals: (sale.originals ?? []).map(({ documentNumber, authorityUuid }) =>
      documentNumber === undefined ? originalHere : { documentNumber, uuid: authorityUuid ?? '' },
    ),
    isForGeneralPublic: wish.isForGeneralPublic ?? false,
    issueTime: Math.min(sale.issuedAt, now),
  }
}

/** The exact unsigned text, in version 1.0 or 1.1. */
export const textOf = (body: object, wish: Wish = {}): string =>
  ublDocument(sourceOf(body, wish), wish.version ?? '1.0')

/** The content of `Invoice[0]`. */
export const built = (body: object, wish: Wish = {}): Json => JSON.parse(textOf(body, wish)).Invoice[0]
