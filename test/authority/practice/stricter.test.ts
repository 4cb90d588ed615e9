import { expect, test } from 'vitest'
import { parseEInvoice } from '../../../electron/gateway/authority/practice/einvoice.ts'
import { arithmeticWarnings } from '../../support/arithmetic.ts'
import { invoice, type Json, spoiled } from './documents.ts'
import { practise, signedIn, wrap } from './support.ts'

const broken = (spoil: (it: Json) => unknown) => () => ({ documents: [wrap(spoiled(spoil))] })

interface Stricter {
  readonly what: string
  readonly why: string
  readonly sent: () => unknown
}

/** Documents that practice refuses, although no rule of the real authority is known. */
const stricter: readonly Stricter[] = [
  {
    what: 'codeNumber is the number in the document',
    why: 'the gateway finds a document in doubt by that number',
    sent: () => ({ documents: [{ ...wrap(invoice()), codeNumber: 'INV-999' }] }),
  },
  {
    what: 'a seller’s activity has a name',
    why: 'the SDK calls it mandatory; whether it is checked is not on record',
    sent: broken((it) => delete it.AccountingSupplierParty[0].Party[0].IndustryClassificationCode[0].name),
  },
  {
    what: 'an element that the schema does not know',
    why: 'a misspelled element would be lost without a word',
    sent: broken((it) => (it.InvoiceLine[0].Itm = [{ _: 'x' }])),
  },
  {
    what: 'a rate of exchange longer than 15 characters',
    why: 'the SDK gives that length; what is done with more is not on record',
    sent: broken((it) => {
      it.DocumentCurrencyCode[0]._ = 'SGD'
      const { TaxTotal, LegalMonetaryTotal, InvoiceLine } = it
      for (const key of ['TaxTotal', 'LegalMonetaryTotal', 'InvoiceLine']) delete it[key]
      const rate = [{ _: 3.45001234567891 }]
      const TaxExchangeRate = [
        { SourceCurrencyCode: [{ _: 'SGD' }], TargetCurrencyCode: [{ _: 'MYR' }], CalculationRate: rate },
      ]
      Object.assign(it, { TaxExchangeRate, TaxTotal, LegalMonetaryTotal, InvoiceLine })
    }),
  },
]

test.each(stricter)('stricter than the real one: $what, since $why', async ({ sent }) => {
  const client = await signedIn(await practise())
  const { status, body } = await client.post('/api/v1.0/documentsubmissions/', sent())
  expect(status).toBe(202)
  expect(body.acceptedDocuments).toEqual([])
  expect(body.rejectedDocuments).toHaveLength(1)
})

test('amounts that do not add up are taken, as the real one takes them', async () => {
  const practice = await practise()
  const client = await signedIn(practice)
  await client.submit(invoice({ number: 'INV-1' }))
  await client.submit(spoiled((it) => (it.LegalMonetaryTotal[0].PayableAmount[0]._ = 6.3), { number: 'INV-2' }))
  await client.submit(spoiled((it) => (it.InvoiceLine[0].LineExtensionAmount[0]._ = 4), { number: 'INV-3' }))
  const taken = practice.ledger.documents().map(({ uuid, internalId }) => {
    const { invoice: sent } = parseEInvoice(practice.ledger.textOf(uuid))
    return [internalId, arithmeticWarnings(sent).map(({ path, stated, expected }) => `${path} ${stated} ${expected}`)]
  })
  expect(taken).toEqual([
    ['INV-1', []],
    ['INV-2', ['LegalMonetaryTotal.PayableAmount 6.30 5.30']],
    ['INV-3', [expect.stringContaining('InvoiceLine[0].LineExtensionAmount'), expect.stringContaining('TaxExclusive')]],
  ])
})
