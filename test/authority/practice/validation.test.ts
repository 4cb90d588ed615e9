import { describe, expect, test } from 'vitest'
import type { Practice } from '../../../electron/gateway/authority/practice/practice.ts'
import {
  type DocumentWish,
  generalPublic,
  invoice,
  issuedAt,
  type Json,
  kedai,
  pelanggan,
  spoiled,
} from './documents.ts'
import { afterValidation, buyer, type Client, practise, signedIn, validDocument } from './support.ts'

/** The result of the background validation for a document that passed the immediate checks. */
async function validated(practice: Practice, client: Client, document: Json): Promise<Json> {
  const { body } = await client.submit(document)
  expect(body.rejectedDocuments).toEqual([])
  afterValidation(practice)
  return (await client.get(`/api/v1.0/documents/${body.acceptedDocuments[0].uuid}/details`)).body
}

async function codesFor(document: Json): Promise<readonly string[]> {
  const practice = await practise()
  return codesIn(await validated(practice, await signedIn(practice), document))
}

const codesIn = (shown: Json): readonly string[] =>
  shown.validationResults.validationSteps.flatMap((step: Json) =>
    (step.error?.innerError ?? []).map((inner: Json) => inner.errorCode),
  )

const withBuyer = (buyer: DocumentWish['buyer'], classification = '022') =>
  invoice({ ...(buyer && { buyer }), classification })

test('a valid document shows every step as valid', async () => {
  const practice = await practise()
  const shown = await validated(practice, await signedIn(practice), invoice())
  expect(shown.validationResults).toEqual({
    status: 'Valid',
    validationSteps: [
      { status: 'Valid', name: 'Step03-Duplicated Submission Validator' },
      { status: 'Valid', name: 'Step04-Code Field Validator' },
      { status: 'Valid', name: 'Step05-Taxpayer Profile Validator' },
      { status: 'Valid', name: 'Step06-Document References Validator' },
      { status: 'Valid', name: 'Step07-Document Currency Validator' },
    ],
  })
})

test('an unknown buyer TIN is told exactly as it was recorded', async () => {
  const practice = await practise()
  const document = withBuyer({ tin: 'C99999999990', idNumber: '201901234567' })
  const shown = await validated(practice, await signedIn(practice), document)
  expect(shown).toMatchObject({ status: 'Invalid', longId: '', dateTimeValidated: '2026-11-20T04:06:06Z' })
  expect(shown.validationResults.validationSteps[2]).toEqual({
    status: 'Invalid',
    name: 'Step05-Taxpayer Profile Validator',
    error: {
      propertyName: 'CustomerTin',
      propertyPath: 'document.Invoice.AccountingCustomerParty.Party.PartyIdentification.ID',
      errorCode: 'ERR406',
      error: 'Step05-Invalid Taxpayer Profile Validator',
      errorMs: 'Step05-Pengesah Profil Pembayar Cukai Tidak Sah',
      innerError: [
        {
          propertyName: 'CustomerTin',
          propertyPath: 'document.Invoice.AccountingCustomerParty.Party.PartyIdentification.ID',
          errorCode: 'ERR406',
          error: 'Buyer TIN is invalid. Kindly use the Search TIN function to get the correct TIN',
          errorMs: 'TIN pembeli tidak sah. Sila gunakan fungsi Carian TIN untuk mendapatkan TIN yang betul',
          innerError: null,
        },
      ],
    },
  })
})

describe('the same document again', () => {
  test('within two hours is invalid as a duplicate that names the first, after them it is not', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const first = await validDocument(practice, client)
    practice.clock.advance(2 * 3_600_000 - 10_000)
    // A new sign-in, because the token has expired by then.
    const again = await validated(practice, await signedIn(practice), invoice())
    const [step] = again.validationResults.validationSteps
    const error =
      `Duplicated submitted document with UUID ${again.uuid} where the values of configured attributes ` +
      `match with values for the document with UUID: ${first}`
    expect(step).toEqual({
      status: 'Invalid',
      name: 'Step03-Duplicated Submission Validator',
      error: {
        propertyName: null,
        propertyPath: null,
        errorCode: 'Error03',
        error: 'Duplicated Submission Validator',
        errorMs: 'Penduaan Sub Validator',
        innerError: [
          {
            propertyName: 'document',
            propertyPath: 'document',
            errorCode: 'DS302',
            error,
            errorMs: `MS-${error}`,
            innerError: null,
          },
        ],
      },
    })
    practice.clock.advance(2 * 3_600_000)
    expect((await validated(practice, await signedIn(practice), invoice())).status).toBe('Valid')
  })

  test.each<[string, DocumentWish]>([
    ['number', { number: 'INV-000124' }],
    ['issue time', { issued: issuedAt - 1_000 }],
    ['type', { type: '03', references: ['NA'] }],
  ])('with another %s is none', async (_, other) => {
    const practice = await practise()
    const client = await signedIn(practice)
    await validDocument(practice, client)
    expect((await validated(practice, client, invoice(other))).status).toBe('Valid')
  })

  test('within one batch is one', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const { body } = await client.submit(invoice(), invoice())
    afterValidation(practice)
    const { body: shown } = await client.get(`/api/v1.0/documentsubmissions/${body.submissionUid}`)
    expect(shown.overallStatus).toBe('Partially Valid')
    expect(shown.documentSummary.map((each: Json) => each.status)).toEqual(['Valid', 'Invalid'])
  })
})

describe('codes of no list', () => {
  test.each<[string, (it: Json) => unknown, string]>([
    [
      'classification',
      (it) => (it.InvoiceLine[0].Item[0].CommodityClassification[0].ItemClassificationCode[0]._ = '999'),
      'CV302',
    ],
    ['unit', (it) => (it.InvoiceLine[0].InvoicedQuantity[0].unitCode = 'ZZZ'), 'CV302'],
    ['tax', (it) => (it.TaxTotal[0].TaxSubtotal[0].TaxCategory[0].ID[0]._ = '09'), 'CV302'],
    [
      'state',
      (it) => (it.AccountingSupplierParty[0].Party[0].PostalAddress[0].CountrySubentityCode[0]._ = '18'),
      'CV317',
    ],
    ['activity', (it) => (it.AccountingSupplierParty[0].Party[0].IndustryClassificationCode[0]._ = '99998'), 'CV302'],
    [
      'country',
      (it) => (it.AccountingCustomerParty[0].Party[0].PostalAddress[0].Country[0].IdentificationCode[0]._ = 'XXX'),
      'CV302',
    ],
  ])('of %s make it invalid', async (_, spoil, code) => {
    expect(await codesFor(spoiled(spoil))).toEqual([code])
  })
})

describe('parties', () => {
  test('an identification number that is another taxpayer’s makes it invalid', async () => {
    expect(await codesFor(withBuyer({ ...pelanggan, idNumber: '201501010101' }))).toEqual(['ERR400'])
  })
  test('zeros stand for a number nobody gave', async () => {
    expect(await codesFor(withBuyer({ ...pelanggan, idNumber: '000000000000' }))).toEqual([])
  })
  test('the general public without number is for consolidated lines only', async () => {
    expect(await codesFor(withBuyer(generalPublic))).toEqual(['ERR236'])
    expect(await codesFor(withBuyer(generalPublic, '004'))).toEqual([])
  })
  test('the general public cannot be a business', async () => {
    expect(await codesFor(withBuyer({ ...generalPublic, idNumber: '201901234567' }))).toEqual(['ERR237'])
  })
  test('the general TIN goes with an identity card', async () => {
    const ali = { ...generalPublic, idNumber: '770625015324', idType: 'NRIC', name: 'Ali bin Contoh' }
    expect(await codesFor(withBuyer(ali))).toEqual([])
  })
  test('the TIN of foreign suppliers is no buyer’s', async () => {
    expect(await codesFor(withBuyer({ tin: 'EI00000000030', idNumber: 'NA' }))).toEqual(['ERR406'])
  })
  test('companies imported on this machine are known', async () => {
    const imported = { tin: 'C55555555550', idType: 'BRN', idNumber: '202201010101', name: 'Baru Sdn. Bhd.' }
    const practice = await practise({ companies: async () => [imported] })
    const client = await signedIn(practice, imported.tin)
    expect((await validated(practice, client, invoice({ supplier: imported }))).status).toBe('Valid')
  })
  test('a self-billed document is the buyer’s', async () => {
    const practice = await practise()
    const client = await signedIn(practice, buyer)
    const shown = await validated(practice, client, invoice({ type: '11', supplier: kedai, buyer: pelanggan }))
    expect(shown).toMatchObject({ status: 'Valid', typeName: 'Self-billed Invoice', issuerTin: buyer })
    expect(shown.receiverName).toBe(kedai.name)
  })
})

describe('what a note refers to', () => {
  const note = (uuid: string, type = '02') => invoice({ number: 'CN-1', type, references: [uuid] })

  test('may be from before e-invoices', async () => {
    expect(await codesFor(note('NA'))).toEqual([])
  })
  test('must exist', async () => {
    expect(await codesFor(note('F9D425P6DS7D8IUABCDEFGHJ10'))).toEqual(['Error06'])
  })
  test('must be valid: so it is, and after its cancellation it is not', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    await client.cancel(uuid)
    expect(codesIn(await validated(practice, client, note(uuid)))).toEqual(['Error06'])
  })
  test('must be of the same family', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    const selfBilled = invoice({ type: '12', supplier: pelanggan, buyer: kedai, references: [uuid] })
    expect(codesIn(await validated(practice, client, selfBilled))).toEqual(['Error06'])
  })
  test('must be of the same issuer', async () => {
    const practice = await practise()
    const uuid = await validDocument(practice, await signedIn(practice))
    const other = invoice({ type: '02', supplier: pelanggan, buyer: kedai, references: [uuid] })
    expect(codesIn(await validated(practice, await signedIn(practice, buyer), other))).toEqual(['Error06'])
  })
})

test('an exchange rate from another currency than the document’s makes it invalid', async () => {
  const document = spoiled((it) => {
    const text = JSON.stringify(it).replaceAll('MYR', 'SGD')
    const { TaxTotal, LegalMonetaryTotal, InvoiceLine, ...head } = JSON.parse(text)
    for (const key of Object.keys(it)) delete it[key]
    const rate = {
      SourceCurrencyCode: [{ _: 'USD' }],
      TargetCurrencyCode: [{ _: 'MYR' }],
      CalculationRate: [{ _: 3.45 }],
    }
    Object.assign(it, head, { TaxExchangeRate: [rate], TaxTotal, LegalMonetaryTotal, InvoiceLine })
  })
  expect(await codesFor(document)).toEqual(['DC512'])
})

test('whoever verifies signatures has a say in documents of version 1.1', async () => {
  const signed = spoiled((it) => Object.assign(it, { UBLExtensions: [{}], Signature: [{}] }), { version: '1.1' })
  const seen: string[] = []
  const practice = await practise({
    verifySignature: (text, { tin }) => {
      seen.push(tin, text)
      return { ok: false, code: 'DS333', message: 'The signature value does not fit' }
    },
  })
  const shown = await validated(practice, await signedIn(practice), signed)
  expect(shown.validationResults.validationSteps.at(-1)).toMatchObject({
    status: 'Invalid',
    name: 'Step08-Document Signature Validator',
    error: { innerError: [{ errorCode: 'DS333' }] },
  })
  expect(seen).toEqual(['C20830570210', JSON.stringify(signed)])
})
