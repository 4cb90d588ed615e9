import { issueCertificate, makePracticeCa } from '../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { signDocument } from '../../electron/gateway/authority/myinvois/sign/sign.ts'
import { ublDocument } from '../../electron/gateway/authority/myinvois/ubl/document.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { opened } from '../authority/sign/certificates.ts'
import { noon } from '../support/records.ts'
import { checkedSale } from '../support/sales.ts'

/** @returns the document that the adapter would send for a record with this body */
export type Documents = (record: RecordState, body: object) => Buffer

/** Makes the documents of past sales. The sales were checked when they were accepted, so they are not checked again. */
export async function documentsFor({ isSigned }: { readonly isSigned: boolean }): Promise<Documents> {
  const { profile: company } = demoCompanyAt(0)
  const signer = isSigned ? await signerOf(company) : null
  return (identity, body) => {
    const sale = checkedSale({ ...body, ISSUED_AT: new Date(noon - 60_000).toISOString() })
    const issueTime = identity.issuedAt
    const source = { identity, body, sale, company, originals: [], isForGeneralPublic: false, issueTime }
    return signer
      ? Buffer.from(signDocument(ublDocument(source, '1.1'), signer, issueTime).bytes)
      : Buffer.from(ublDocument(source, '1.0'))
  }
}

async function signerOf({
  tin,
  idNumber: brn,
  name,
}: {
  readonly tin: string
  readonly idNumber: string
  readonly name: string
}) {
  const issued = await issueCertificate(await makePracticeCa(noon), { tin, brn, name }, noon)
  return opened(issued.pkcs12, issued.password)
}
