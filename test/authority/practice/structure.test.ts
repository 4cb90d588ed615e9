import { describe, expect, test } from 'vitest'
import { checkStructure } from '../../../electron/gateway/authority/practice/structure.ts'
import { invoice, type Json, spoiled } from './documents.ts'
import { practise, signedIn, wrap } from './support.ts'

const rejection = async (document: Json, text?: string) => {
  const client = await signedIn(await practise())
  const { body } = await client.post('/api/v1.0/documentsubmissions/', { documents: [wrap(document, text)] })
  return body.rejectedDocuments[0]?.error
}

test('elements out of the official order make the whole submission invalid, in the recorded shape', async () => {
  const client = await signedIn(await practise())
  const swapped = spoiled((it) => {
    const { TaxTotal, ...rest } = it
    for (const key of Object.keys(it)) delete it[key]
    Object.assign(it, rest, { TaxTotal })
  })
  const { status, headers, body } = await client.submit(swapped)
  expect(status).toBe(400)
  expect(body).toEqual({
    error: {
      code: 'ValidationError',
      message: 'Invalid structure',
      target: 'submission',
      details: [
        {
          code: 'submission',
          target: 'submission',
          message: `Invalid structured submission. For more details contact the System Admin using Correlation Id: ${headers.get('correlationId')}`,
        },
      ],
    },
  })
})

test('the order inside a line counts, inside a party it does not', () => {
  const line = spoiled((it) => {
    it.InvoiceLine[0] = { ...it.InvoiceLine[0], ID: undefined }
    const { ID: _, ...rest } = it.InvoiceLine[0]
    it.InvoiceLine[0] = { ...rest, ID: [{ _: '1' }] }
  })
  expect(checkStructure(line).outOfOrder).toBe('#/Invoice[0].InvoiceLine[0].ID')
  const party = spoiled((it) => {
    const { PartyIdentification, ...rest } = it.AccountingCustomerParty[0].Party[0]
    it.AccountingCustomerParty[0].Party[0] = { ...rest, PartyIdentification }
  })
  expect(checkStructure(party)).toEqual({ structureErrors: [], outOfOrder: null })
})

test('what does not fit the schema is told as the authority tells it', async () => {
  const error = await rejection(spoiled((it) => (it.TaxTotal = ['x'])))
  expect(error).toEqual({
    code: '3',
    message: 'Validation Error',
    target: 'INV-000123',
    propertyPath: null,
    details: [
      {
        code: null,
        message: 'ArrayItemNotValid: #/Invoice[0]\n{\n  ObjectExpected: #/Invoice[0].TaxTotal[0]\n}\n',
        target: '[0]',
        propertyPath: '#/Invoice[0]',
        details: null,
      },
    ],
  })
})

describe('the structure check finds', () => {
  test.each([
    ['a missing namespace', (root: Json) => delete root['_A'], 'NotInEnumeration'],
    ['a root of another kind', (root: Json) => (root.CreditNote = root.Invoice), 'NoAdditionalPropertiesAllowed'],
    ['two invoices in one', (root: Json) => root.Invoice.push(root.Invoice[0]), 'TooManyItems'],
    ['an unknown element', (root: Json) => (root.Invoice[0].Note = [{ _: 'x' }]), 'NoAdditionalPropertiesAllowed'],
    ['an element that is no array', (root: Json) => (root.Invoice[0].ID = { _: 'x' }), 'ArrayExpected'],
    ['an empty array', (root: Json) => (root.Invoice[0].ID = []), 'TooFewItems'],
    ['an amount as a text', (root: Json) => (root.Invoice[0].TaxTotal[0].TaxAmount[0]._ = '0.30'), 'NumberExpected'],
    [
      'an amount of no currency',
      (root: Json) => delete root.Invoice[0].TaxTotal[0].TaxAmount[0].currencyID,
      'PropertyRequired',
    ],
    ['a number as a text', (root: Json) => (root.Invoice[0].ID[0]._ = 7), 'StringExpected'],
    [
      'a name from Object itself',
      (root: Json) => (root.Invoice[0].constructor = [{ _: 'x' }]),
      'NoAdditionalPropertiesAllowed',
    ],
  ])('%s', (_, spoil, kind) => {
    const root = invoice()
    expect(checkStructure(root).structureErrors).toEqual([])
    spoil(root)
    expect(checkStructure(root).structureErrors.map((misfit) => misfit.kind)).toContain(kind)
  })
})

test('a number in scientific notation is refused, the same letters in a text are not', async () => {
  const document = spoiled((it) => (it.InvoiceLine[0].Item[0].Description[0]._ = 'Kopi 1e5 \\" 2E9'))
  const text = JSON.stringify(document)
  expect(await rejection(document, text)).toBeUndefined()
  const scientific = text.replace('"PayableAmount":[{"_":5.3', '"PayableAmount":[{"_":53e-1')
  expect((await rejection(document, scientific))?.details[0].message).toMatch(/scientific/)
})

test.each([
  ['no JSON', 'hello'],
  ['JSON after a byte order mark', `\ufeff${JSON.stringify(invoice())}`],
])('a document that is %s cannot be parsed', async (_, text) => {
  expect((await rejection(invoice(), text)).details[0].message).toBe('Failed to parse input document')
})
