import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifySignature } from '../../../../electron/gateway/authority/myinvois/sign/verify.ts'
import { noon, signer } from '../../sign/certificates.ts'
import { signedWith } from '../../sign/texts.ts'
import { textOf, type Wish } from './built.ts'
import { elementsIn, withoutElement } from './elements.ts'
import {
  company,
  consolidatedInvoice,
  creditNote,
  foreignCurrencyInvoice,
  invoice,
  selfBilledCreditNote,
  selfBilledInvoice,
} from './till-documents.ts'

const directory = resolve(import.meta.dirname, '../../../../../shared/samples/myinvois')
const isHere = existsSync(directory)
if (!isHere) console.warn('SKIPPED: the official samples in ../shared/samples/myinvois are not beside this project')

const officialText = (name: string) => readFileSync(resolve(directory, `${name}.json`), 'utf8')

/** Each official document, and the till's document that tells the same. */
const samples: Readonly<Record<string, readonly [object, Wish]>> = {
  '1.0-Invoice-Sample': [invoice, {}],
  '1.0-Invoice-ForeignCurrency-Sample': [foreignCurrencyInvoice, {}],
  '1.0-Invoice-Consolidated-Sample': [consolidatedInvoice, { isForGeneralPublic: true }],
  '1.0-Credit-Note-Sample': [creditNote, { kind: 'credit_note' }],
  '1.0-Self-Billed-Invoice-Sample': [selfBilledInvoice, { family: 'self_billed' }],
  '1.1-Invoice-Sample': [invoice, { version: '1.1' }],
  '1.1-Self-Billed-Credit-Sample': [
    selfBilledCreditNote,
    { version: '1.1', family: 'self_billed', kind: 'credit_note' },
  ],
}

/** Where a document built of a till's is not made of the very same elements, and why it cannot or should not be. */
interface Exception {
  readonly standsIn: 'official' | 'built'
  readonly element: string
  readonly times: number
  readonly why: string
}

const shipment = '/Invoice/Delivery/Shipment'
const noShipment = 'contract 5 tells who receives the goods, not the number and the freight of the shipment'

const ofTrade: readonly Exception[] = [
  { standsIn: 'official', element: `${shipment}/ID string`, times: 1, why: noShipment },
  ...['ChargeIndicator boolean', 'AllowanceChargeReason string', 'Amount number currencyID'].map((element) => ({
    standsIn: 'official' as const,
    element: `${shipment}/FreightAllowanceCharge/${element}`,
    times: 1,
    why: noShipment,
  })),
  {
    standsIn: 'official',
    element: '/Invoice/InvoiceLine/AllowanceCharge/MultiplierFactorNumeric number',
    times: 2,
    why: 'contract 5 gives discount and charge of a line as amounts, not as rates',
  },
  {
    standsIn: 'built',
    element: '/Invoice/TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason string',
    times: 1,
    why: 'the only line is exempt, which the official document sums up as sales tax; myinvois 6.2 wants E with its reason',
  },
]

const ofConsolidation: readonly Exception[] = [
  {
    standsIn: 'official',
    element: '/Invoice/AccountingCustomerParty/Party/PostalAddress/AddressLine/Line string',
    times: 2,
    why: 'two empty lines; the general public has the one address NA (myinvois 6.6)',
  },
]

const exceptionsOf = (name: string) => (name.includes('Consolidated') ? ofConsolidation : ofTrade)

function withoutExceptions(elements: readonly string[], name: string, side: Exception['standsIn']): readonly string[] {
  return exceptionsOf(name)
    .filter(({ standsIn }) => standsIn === side)
    .reduce((left, { element, times }) => withoutElement(left, element, times), elements)
}

describe.runIf(isHere)('a till’s document that tells what an official one tells', () => {
  test.each(Object.entries(samples))('becomes one of the same elements: %s', (name, [body, wish]) => {
    const text = textOf(body, { company, ...wish })
    const isSigned = wish.version === '1.1'
    const document = JSON.parse(isSigned ? signedWith(text, signer, noon) : text)
    const official = withoutExceptions(elementsIn(JSON.parse(officialText(name))), name, 'official')
    expect(withoutExceptions(elementsIn(document), name, 'built')).toEqual(official)
  })

  test.each(Object.keys(samples).filter((name) => name.startsWith('1.1')))('is signed as it is: %s', (name) => {
    expect(verifySignature(officialText(name))).toMatchObject({ ok: true })
    const [body, wish] = samples[name] ?? [{}, {}]
    const signed = signedWith(textOf(body, { company, ...wish }), signer, noon)
    expect(verifySignature(signed)).toMatchObject({ ok: true, signingTime: noon })
    expect(Object.keys(JSON.parse(signed).Invoice[0]).slice(-2)).toEqual(['UBLExtensions', 'Signature'])
  })

  test.each(Object.entries(samples))('says who and of what type it is: %s', (name, [body, wish]) => {
    const [official] = JSON.parse(officialText(name)).Invoice
    const [document] = JSON.parse(textOf(body, { company, ...wish })).Invoice
    expect(document.InvoiceTypeCode).toEqual(official.InvoiceTypeCode)
  })
})
