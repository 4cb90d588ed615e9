import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ublDocument } from '../../electron/gateway/authority/myinvois/ubl/document.ts'
import { bodyOf } from '../../electron/gateway/features/consolidation/body.ts'
import { settledSale } from '../../electron/gateway/kept-sale.ts'
import { planConsolidation, type Receipt } from '../../shared/domain/consolidation-plan.ts'
import { elementsIn } from '../authority/myinvois/ubl/elements.ts'
import { company } from '../authority/myinvois/ubl/till-documents.ts'
import { anIdentity, noon } from '../support/records.ts'

const file = resolve(import.meta.dirname, '../../../shared/samples/myinvois/1.0-Invoice-Consolidated-Sample.json')
const isHere = existsSync(file)
if (!isHere) console.warn('SKIPPED: the official consolidated sample in ../shared/samples is not beside this project')

const group = {
  family: 'sale',
  outletName: 'KLCC',
  terminalName: 'T1',
  period: '2026-10',
  currencyCode: 'MYR',
  exchangeRate: null,
} as const

/** 100 ringgit and ten of sales tax, as each receipt of the official document comes to. */
const receipt = (number: number): Receipt => ({
  seq: number,
  version: 1,
  group,
  shiftCode: 'A',
  saleCode: String(number).padStart(3, '0'),
  issuedAt: noon,
  notes: [],
  amounts: {
    shares: [
      {
        sort: 'sales 10',
        excludingTax: 10_000n,
        taxes: [
          {
            taxType: '01',
            rate: '10',
            perUnitAmount: null,
            unitCode: null,
            exemptionReason: null,
            quantity: 0n,
            taxable: 10_000n,
            amount: 1_000n,
          },
        ],
      },
    ],
    discount: 0n,
    charge: 0n,
    rounding: 0n,
  },
})

function document() {
  // One number is missing, so that there are two lines as in the official document.
  const numbers = [
    ...Array.from({ length: 100 }, (_, at) => at + 1),
    ...Array.from({ length: 200 }, (_, at) => at + 102),
  ]
  const [planned] = planConsolidation(numbers.map(receipt), 'per_run').documents
  if (!planned) throw new Error('nothing was planned')
  const identity = anIdentity({ shiftCode: 'CONSOLIDATED', saleCode: 'C202610-001' })
  const sale = settledSale(
    bodyOf(planned, identity, { at: noon, timeZone: 'Asia/Kuala_Lumpur', lastDay: '2026-10-31' }),
    { family: 'sale', kind: 'invoice' },
  )
  const text = ublDocument(
    {
      identity: { ...identity, documentNumber: 'KLCC-T1-CONSOLIDATED-C202610-001' },
      body: {},
      sale,
      company,
      originals: [],
      isForGeneralPublic: true,
      issueTime: noon,
    },
    '1.0',
  )
  return JSON.parse(text)
}

test('two runs of receipts become two lines of class 004 for the general public, exact to the sen', () => {
  const [made] = document().Invoice
  const [buyer] = made.AccountingCustomerParty[0].Party
  expect(buyer.PartyLegalEntity[0].RegistrationName[0]._).toBe('General Public')
  expect(buyer.PartyIdentification[0].ID[0]._).toBe('EI00000000010')
  expect(made.InvoicePeriod[0].StartDate[0]._).toBe('2026-10-01')
  expect(made.LegalMonetaryTotal[0].PayableAmount[0]._).toBe(33_000)
  expect(
    made.InvoiceLine.map((line: { Item: [{ Description: [{ _: string }]; CommodityClassification: object[] }] }) => [
      line.Item[0].Description[0]._,
      line.Item[0].CommodityClassification,
    ]),
  ).toEqual([
    ['Receipts 001-100 (100), shift A', [{ ItemClassificationCode: [{ _: '004', listID: 'CLASS' }] }]],
    ['Receipts 102-301 (200), shift A', [{ ItemClassificationCode: [{ _: '004', listID: 'CLASS' }] }]],
  ])
})

test.runIf(isHere)('the document is made of the elements of the official consolidated one', () => {
  const official = elementsIn(JSON.parse(readFileSync(file, 'utf8')))
  const built = elementsIn(document())
  const missing = official.filter((element) => !built.includes(element))
  const more = built.filter((element) => !official.includes(element))
  // The origin of goods belongs to no receipt as such; the period says which month it is.
  expect([...new Set(missing)]).toEqual(['/Invoice/InvoiceLine/Item/OriginCountry/IdentificationCode string'])
  expect([...new Set(more)]).toEqual([
    '/Invoice/InvoicePeriod/StartDate string',
    '/Invoice/InvoicePeriod/EndDate string',
    '/Invoice/InvoicePeriod/Description string',
  ])
})
