import { expect, test } from 'vitest'
import { type DocumentWish, generalPublic, invoice, issuedAt, type Json, pelanggan, spoiled } from './documents.ts'
import { afterValidation, type Client, practise, signedIn, wrap } from './support.ts'

/** What is refused and when: the whole submission, one document at once, or one document by the later checks. */
type Verdict = 'submission' | 'at once' | 'invalid'

interface Rule {
  readonly rule: string
  /** The source: a section of myinvois, or `reported` if only public integrations tell of it. */
  readonly source: string
  readonly verdict: Verdict
  /** The code or words of the refusal, as recorded. */
  readonly says: string
  readonly sent: () => unknown
}

const document = (wish: DocumentWish) => () => submissionOf(invoice(wish))
const broken = (spoil: (it: Json) => unknown, wish?: DocumentWish) => () => submissionOf(spoiled(spoil, wish))
const submissionOf = (...documents: readonly Json[]) => ({ documents: documents.map((each) => wrap(each)) })
const customer = (it: Json) => it.AccountingCustomerParty[0].Party[0]
const hourMs = 3_600_000
const buyer = (tin: string, idNumber: string, idType = 'BRN') => ({ tin, idNumber, idType })

/** Each known rule of the real authority, with a document that breaks only this rule. */
const rules: readonly Rule[] = [
  {
    rule: 'the issue time is at most 72 hours old',
    source: '3, 4',
    verdict: 'at once',
    says: 'CF321',
    sent: document({ issued: issuedAt - 73 * hourMs }),
  },
  {
    rule: 'the issue time is not in the future',
    source: '3, 4',
    verdict: 'at once',
    says: 'issuance date and time is in the future',
    sent: document({ issued: issuedAt + hourMs }),
  },
  {
    rule: 'the hash is of the document',
    source: '2 E2',
    verdict: 'at once',
    says: 'Document hash is not valid.',
    sent: () => ({ documents: [{ ...wrap(invoice()), documentHash: 'f'.repeat(64) }] }),
  },
  {
    rule: 'every element is an array of objects',
    source: '2 E2',
    verdict: 'at once',
    says: 'ArrayItemNotValid: #/Invoice[0]',
    sent: broken((it) => (it.TaxTotal = {})),
  },
  {
    rule: 'elements stand in the official order',
    source: '4',
    verdict: 'submission',
    says: 'Invalid structured submission',
    sent: broken((it) => {
      const { ID, ...rest } = it
      for (const key of Object.keys(it)) delete it[key]
      Object.assign(it, rest, { ID })
    }),
  },
  {
    rule: 'the token is of the issuer',
    source: '4, 13',
    verdict: 'submission',
    says: 'The authenticated TIN and documents TIN is not matching',
    sent: document({ supplier: pelanggan, buyer: { tin: 'C20830570210', idNumber: '202001234567' } }),
  },
  {
    rule: 'a telephone is digits with a + in front',
    source: '4, 9',
    verdict: 'at once',
    says: 'CF364',
    sent: broken((it) => (customer(it).Contact[0].Telephone[0]._ = '+60 12-345 6789')),
  },
  {
    rule: 'a telephone has 8 to 20 characters',
    source: '4, 9',
    verdict: 'at once',
    says: 'CF366',
    sent: broken((it) => (customer(it).Contact[0].Telephone[0]._ = '1234567')),
  },
  {
    rule: 'there is one e-mail address, or none',
    source: '4, 9',
    verdict: 'at once',
    says: 'CF403',
    sent: broken((it) => (customer(it).Contact[0].ElectronicMail[0]._ = 'a@b.my,c@d.my')),
  },
  {
    rule: 'state 00 is retired',
    source: '4',
    verdict: 'at once',
    says: 'ItemCode 00 was not active when document issued',
    sent: broken((it) => (customer(it).PostalAddress[0].CountrySubentityCode[0]._ = '00')),
  },
  {
    rule: 'state 17 is not for a named buyer in Malaysia',
    source: '6.2, 10',
    verdict: 'at once',
    says: 'State code 17',
    sent: broken((it) => (customer(it).PostalAddress[0].CountrySubentityCode[0]._ = '17')),
  },
  {
    rule: 'no number is in scientific notation',
    source: '6.1',
    verdict: 'at once',
    says: 'scientific notation',
    sent: () => {
      const text = JSON.stringify(invoice()).replace('"_":5,', '"_":5e0,')
      return { documents: [wrap(invoice(), text)] }
    },
  },
  {
    rule: 'another currency than ringgit has a rate',
    source: '6.2',
    verdict: 'at once',
    says: 'CalculationRate is mandatory',
    sent: broken((it) => (it.DocumentCurrencyCode[0]._ = 'SGD')),
  },
  {
    rule: 'a note names what it is about',
    source: '6.4',
    verdict: 'at once',
    says: 'A note must refer',
    sent: document({ type: '02' }),
  },
  {
    rule: 'a document of version 1.1 is signed',
    source: '6.1, 7',
    verdict: 'at once',
    says: 'must be signed',
    sent: document({ version: '1.1' }),
  },
  {
    rule: 'a disclosed document of version 1.3 is signed',
    source: '13',
    verdict: 'at once',
    says: 'must be signed',
    sent: document({ version: '1.3' }),
  },
  {
    rule: 'class 004 is for the general public',
    source: '13, reported',
    verdict: 'at once',
    says: 'Classification code 004',
    sent: document({ classification: '004' }),
  },
  {
    rule: 'something is payable',
    source: '6.3, 13, reported',
    verdict: 'at once',
    says: 'payable amount must not be 0',
    sent: broken((it) => (it.LegalMonetaryTotal[0].PayableAmount[0]._ = 0)),
  },
  {
    rule: 'a note carries no prepayment',
    source: '6.3, 13, reported',
    verdict: 'at once',
    says: 'no prepayment',
    sent: broken(
      (it) => {
        const { TaxTotal, LegalMonetaryTotal, InvoiceLine } = it
        for (const key of ['TaxTotal', 'LegalMonetaryTotal', 'InvoiceLine']) delete it[key]
        const PrepaidPayment = [{ PaidAmount: [{ _: 1, currencyID: 'MYR' }] }]
        Object.assign(it, { PrepaidPayment, TaxTotal, LegalMonetaryTotal, InvoiceLine })
      },
      { type: '02', references: ['NA'] },
    ),
  },
  {
    rule: 'a code is of its list',
    source: '4, 8',
    verdict: 'invalid',
    says: 'CV302',
    sent: broken((it) => (it.InvoiceLine[0].InvoicedQuantity[0].unitCode = 'ZZZ')),
  },
  {
    rule: 'a buyer’s TIN exists',
    source: '4',
    verdict: 'invalid',
    says: 'ERR406',
    sent: document({ buyer: buyer('C99000000020', '209901000020') }),
  },
  {
    rule: 'TIN and registration are of one taxpayer (since 1 August 2026)',
    source: '2 E1, 10',
    verdict: 'invalid',
    says: 'do not match',
    sent: document({ buyer: buyer(pelanggan.tin, '201501010101') }),
  },
  {
    rule: 'the general TIN without a number is for class 004 only',
    source: '4',
    verdict: 'invalid',
    says: 'ERR236',
    sent: document({ buyer: generalPublic }),
  },
  {
    rule: 'the general TIN is not for a business',
    source: '4',
    verdict: 'invalid',
    says: 'ERR237',
    sent: document({ buyer: { ...generalPublic, idNumber: '201901234567' } }),
  },
  {
    rule: 'what a note refers to exists',
    source: '6.4',
    verdict: 'invalid',
    says: 'Error06',
    sent: document({ type: '02', references: ['F9D425P6DS7D8IUABCDEFGHJ10'] }),
  },
]

/** All texts of the answer, from every part of it. */
async function told(verdict: Verdict, sent: unknown): Promise<string> {
  const practice = await practise()
  const client = await signedIn(practice)
  const { status, body } = await client.post('/api/v1.0/documentsubmissions/', sent)
  if (verdict === 'submission') {
    expect(status).toBe(400)
    return JSON.stringify(body)
  }
  expect(status).toBe(202)
  if (verdict === 'at once') {
    expect(body.acceptedDocuments).toEqual([])
    return JSON.stringify(body.rejectedDocuments)
  }
  expect(body.rejectedDocuments).toEqual([])
  afterValidation(practice)
  return JSON.stringify(await invalidOf(client, body.acceptedDocuments[0].uuid))
}

async function invalidOf(client: Client, uuid: string): Promise<Json> {
  const { body } = await client.get(`/api/v1.0/documents/${uuid}/details`)
  expect(body.status).toBe('Invalid')
  return body.validationResults
}

test.each(rules)('$rule: refused as the real one does ($source)', async ({ verdict, says, sent }) => {
  expect(await told(verdict, sent())).toContain(says)
})

test('the document that the rules are broken with is valid by itself', async () => {
  const practice = await practise()
  const client = await signedIn(practice)
  const { body } = await client.submit(invoice())
  afterValidation(practice)
  const shown = await client.get(`/api/v1.0/documents/${body.acceptedDocuments[0].uuid}/details`)
  expect(shown.body.status).toBe('Valid')
})
