import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signDocument } from '../../electron/gateway/authority/myinvois/sign/sign.ts'
import { ublDocument } from '../../electron/gateway/authority/myinvois/ubl/document.ts'
import { bodyOf } from '../../electron/gateway/features/consolidation/body.ts'
import { parseAndSettle } from '../../electron/gateway/stored-sale.ts'
import type { TaxShare } from '../../shared/domain/consolidation-amounts.ts'
import {
  type LineStyle,
  maxLineBytes,
  maxLines,
  mostLineBytes,
  type PlannedDocument,
  planConsolidation,
  type Receipt,
} from '../../shared/domain/consolidation-plan.ts'
import { elementsIn } from '../authority/myinvois/ubl/elements.ts'
import { company } from '../authority/myinvois/ubl/till-documents.ts'
import { noon as signedAt, signer } from '../authority/sign/certificates.ts'
import { anIdentity, noon } from '../support/records.ts'

describe('its shape', () => {
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

  /** 100 ringgit and ten ringgit of sales tax, like each receipt of the official document. */
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
    // One number is missing, so that there are two lines, as in the official document.
    const numbers = [
      ...Array.from({ length: 100 }, (_, at) => at + 1),
      ...Array.from({ length: 200 }, (_, at) => at + 102),
    ]
    const [planned] = planConsolidation(numbers.map(receipt), 'per_run').documents
    if (!planned) throw new Error('nothing was planned')
    const identity = anIdentity({ shiftCode: 'CONSOLIDATED', saleCode: 'C202610-001' })
    const sale = parseAndSettle(
      bodyOf(planned, identity, { at: noon, timeZone: 'Asia/Kuala_Lumpur', lastDay: '2026-10-31' }),
      { family: 'sale', kind: 'invoice', sentAs: null },
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
    // A receipt has no country of origin. The billing period names the month.
    expect([...new Set(missing)]).toEqual(['/Invoice/InvoiceLine/Item/OriginCountry/IdentificationCode string'])
    expect([...new Set(more)]).toEqual([
      '/Invoice/InvoicePeriod/StartDate string',
      '/Invoice/InvoicePeriod/EndDate string',
      '/Invoice/InvoicePeriod/Description string',
    ])
  })
})

describe('its size', () => {
  /** The authority's limit (myinvois 2, E2). */
  const mostBytes = 300 * 1024

  /** The characters that need the most bytes: escaped quotes, and Chinese characters of three bytes. */
  const wide = { quotes: '"', controls: '\\', chinese: '豆', emoji: '😀' } as const
  type Wide = keyof typeof wide

  const longest = (char: string, length: number) => char.repeat(Math.floor(length / char.length))

  const group = {
    family: 'sale',
    outletName: 'KLCC',
    terminalName: 'T1',
    period: '2026-10',
    currencyCode: 'USD',
    exchangeRate: '4.123456',
  } as const

  /** The largest amount that a till may send. */
  const huge = 99_999_999_999n

  const taxesOf = (char: string, sort: number): readonly TaxShare[] => [
    {
      taxType: 'E',
      rate: '12.123456',
      perUnitAmount: null,
      unitCode: null,
      exemptionReason: `${sort} ${longest(char, 290)}`,
      quantity: 0n,
      taxable: huge - 1n,
      amount: huge,
    },
    {
      taxType: '03',
      rate: null,
      perUnitAmount: '99999.12345',
      unitCode: 'XBX',
      exemptionReason: null,
      quantity: huge,
      taxable: huge - 1n,
      amount: huge,
    },
  ]

  interface Shape {
    readonly char: string
    /** Different taxes on each receipt. */
    readonly sorts: number
  }

  const receipt = (number: number, { char, sorts }: Shape): Receipt => ({
    seq: number,
    version: 1,
    group,
    shiftCode: longest(char, 100),
    // Every second number is missing, so that each receipt has a line of its own in both styles.
    saleCode: `${longest(char, 90)}${String(2 * number).padStart(6, '0')}`,
    issuedAt: noon,
    notes: [],
    amounts: {
      shares: Array.from({ length: sorts }, (_, sort) => ({
        sort: String(sort),
        excludingTax: huge,
        taxes: taxesOf(char, number * sorts + sort),
      })),
      discount: 1n,
      charge: 1n,
      rounding: 1n,
    },
  })

  function built(planned: PlannedDocument, char: string) {
    const names = { outletName: longest(char, 100), terminalName: longest(char, 100) }
    const identity = anIdentity({ ...names, shiftCode: 'CONSOLIDATED', saleCode: 'C202610-001' })
    const text = ublDocument(
      {
        identity: { ...identity, documentNumber: longest(char, 50) },
        body: {},
        sale: parseAndSettle(
          bodyOf(planned, identity, { at: noon, timeZone: 'Asia/Kuala_Lumpur', lastDay: '2026-10-31' }),
          {
            family: 'sale',
            kind: 'invoice',
            sentAs: null,
          },
        ),
        company: {
          ...company,
          name: longest(char, 300),
          businessActivity: longest(char, 300),
          address: { ...company.address, lines: [longest(char, 150), longest(char, 150), longest(char, 150)] },
        },
        originals: [],
        isForGeneralPublic: true,
        issueTime: noon,
      },
      '1.1',
    )
    return signDocument(text, signer, signedAt).bytes.length
  }

  const styles: readonly LineStyle[] = ['per_run', 'per_receipt']
  const cases = (Object.keys(wide) as Wide[]).flatMap((name) =>
    styles.flatMap((style) => [1, 7].map((sorts) => [name, style, sorts] as const)),
  )

  test.each(cases)(
    'a document of %s, %s, of %i sorts of tax is never larger than was reckoned',
    (name, style, sorts) => {
      const char = wide[name]
      const receipts = Array.from({ length: 120 }, (_, at) => receipt(at + 1, { char, sorts }))
      const { documents, left } = planConsolidation(receipts, style)
      expect(left).toEqual([])
      const [first] = documents
      if (!first) throw new Error('nothing was planned')
      expect(first.lines.length).toBeLessThanOrEqual(maxLines)
      const reckoned = first.lines.reduce((sum, line) => sum + maxLineBytes(line), 0)
      expect(reckoned).toBeLessThanOrEqual(mostLineBytes)
      const bytes = built(first, char)
      // The bytes of the lines alone, with their part of the document's taxes.
      const [single] = planConsolidation(receipts.slice(0, 1), style).documents
      if (!single) throw new Error('nothing was planned')
      const more = first.lines.slice(single.lines.length).reduce((sum, line) => sum + maxLineBytes(line), 0)
      expect(bytes - built(single, char)).toBeLessThanOrEqual(more)
      expect(bytes).toBeLessThanOrEqual(mostBytes)
    },
  )
})
