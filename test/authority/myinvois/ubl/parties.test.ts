import { describe, expect, test } from 'vitest'
import {
  aLine,
  aNote,
  anAddress,
  aParty,
  aSale,
  aSelfBilled,
  aSupplier,
  placesIn,
  without,
} from '../../../support/sales.ts'
import { built, kedaiKopi, type Wish } from './built.ts'
import { id, leaf } from './leaves.ts'
import { verdictOn } from './shop.ts'

const customerIn = (body: object, wish?: Wish) => built(body, wish).AccountingCustomerParty[0].Party[0]
const supplierIn = (body: object, wish?: Wish) => built(body, wish).AccountingSupplierParty[0].Party[0]
const numbersOf = (tin: string, number: string, type: string) => [
  id(tin, 'TIN'),
  id(number, type),
  id('NA', 'SST'),
  id('NA', 'TTX'),
]
const malaysia = [{ IdentificationCode: leaf('MYS', { listID: 'ISO3166-1', listAgencyID: '6' }) }]
const abroad = anAddress({
  LINES: ['5 Example Street'],
  CITY: 'London',
  POSTCODE: 'EC1A 1BB',
  STATE_CODE: 'Greater London',
  COUNTRY_CODE: 'GBR',
})

test('a company that sells is told with its activity, numbers, address and contact', () => {
  const { address } = kedaiKopi
  expect(supplierIn(aSale())).toEqual({
    IndustryClassificationCode: leaf('56101', { name: 'Restaurants and restaurant cum night clubs' }),
    PartyIdentification: [
      id('C20830570210', 'TIN'),
      id('202001234567', 'BRN'),
      id('W10-2404-32000001', 'SST'),
      id('NA', 'TTX'),
    ],
    PostalAddress: [
      {
        CityName: leaf(address.city),
        PostalZone: leaf('50480'),
        CountrySubentityCode: leaf('14'),
        AddressLine: [{ Line: leaf('Lot 66, Jalan Contoh') }],
        Country: malaysia,
      },
    ],
    PartyLegalEntity: [{ RegistrationName: leaf('Kedai Kopi Contoh Sdn. Bhd.') }],
    Contact: [{ Telephone: leaf('+60312345678'), ElectronicMail: leaf('akaun@contoh.example') }],
  })
  expect(Object.keys(built(aSale()).AccountingSupplierParty[0])).toEqual(['Party'])
})

test('two SST numbers and a tourism tax number are told as they are', async () => {
  const BUYER = aParty({ SST_NUMBER: 'A01-2345-67891012;W10-1808-32000001', TOURISM_TAX_NUMBER: '123-4567-89012345' })
  expect(customerIn(aSale({ BUYER })).PartyIdentification.slice(2)).toEqual([
    id('A01-2345-67891012;W10-1808-32000001', 'SST'),
    id('123-4567-89012345', 'TTX'),
  ])
  expect(await verdictOn(aSale({ BUYER }))).toBe('Valid')
})

describe('a buyer', () => {
  const buyers: readonly (readonly [string, object])[] = [
    ['that is a company', {}],
    ['with TIN only', { TIN: 'IG10203040506', ID_TYPE: 'NRIC', ID_NUMBER: '000000000000' }],
    ['with TIN and identity card', { TIN: 'IG10203040506', ID_TYPE: 'NRIC', ID_NUMBER: '770625015324' }],
    ['with identity card only', { TIN: 'EI00000000010', ID_TYPE: 'NRIC', ID_NUMBER: '990101145555' }],
    ['with army card only', { TIN: 'EI00000000010', ID_TYPE: 'ARMY', ID_NUMBER: '551587706543' }],
    ['with passport only', { TIN: 'EI00000000020', ID_TYPE: 'PASSPORT', ID_NUMBER: 'A12345678' }],
    ['from abroad', { TIN: 'EI00000000020', ID_NUMBER: 'NA', ADDRESS: abroad }],
    ['that is an authority', { TIN: 'EI00000000040', ID_NUMBER: 'NA' }],
  ]

  test.each(buyers)('%s is told with its own number and accepted', async (_, over) => {
    const party = aParty({ ...over })
    const body = aSale({ BUYER: party })
    const { TIN, ID_NUMBER, ID_TYPE } = party as Readonly<Record<string, string>>
    expect(customerIn(body).PartyIdentification).toEqual(numbersOf(TIN ?? '', ID_NUMBER ?? '', ID_TYPE ?? ''))
    expect(await verdictOn(body)).toBe('Valid')
  })

  test('whom the authority does not know is refused by it', async () => {
    expect(await verdictOn(aSale({ BUYER: aParty({ TIN: 'C99999999990' }) }))).toContain('ERR406')
  })

  test('stands in the official order and has no e-mail where it gave none', () => {
    const customer = customerIn(aSale({ BUYER: aParty({ EMAIL: 'aini@example.com' }) }))
    expect(Object.keys(customer)).toEqual(['PostalAddress', 'PartyLegalEntity', 'PartyIdentification', 'Contact'])
    expect(customer.Contact).toEqual([{ Telephone: leaf('+60387654321'), ElectronicMail: leaf('aini@example.com') }])
    expect(customerIn(aSale()).Contact).toEqual([{ Telephone: leaf('+60387654321') }])
  })

  test('abroad is told with the name of its state and its own postcode, and may have none', () => {
    expect(customerIn(aSale({ BUYER: aParty({ ADDRESS: abroad }) })).PostalAddress).toEqual([
      {
        CityName: leaf('London'),
        PostalZone: leaf('EC1A 1BB'),
        CountrySubentityCode: leaf('Greater London'),
        AddressLine: [{ Line: leaf('5 Example Street') }],
        Country: [{ IdentificationCode: leaf('GBR', { listID: 'ISO3166-1', listAgencyID: '6' }) }],
      },
    ])
    const [address] = customerIn(aSale({ BUYER: aParty({ ADDRESS: without(abroad, 'POSTCODE') }) })).PostalAddress
    expect(Object.keys(address)).not.toContain('PostalZone')
  })
})

describe('the general public', () => {
  const generalPublic = {
    PostalAddress: [
      {
        CityName: leaf('NA'),
        PostalZone: leaf(''),
        CountrySubentityCode: leaf('17'),
        AddressLine: [{ Line: leaf('NA') }],
        Country: malaysia,
      },
    ],
    PartyLegalEntity: [{ RegistrationName: leaf('General Public') }],
    PartyIdentification: numbersOf('EI00000000010', 'NA', 'BRN'),
    Contact: [{ Telephone: leaf('NA'), ElectronicMail: leaf('NA') }],
  }
  const receipt = { ...without(aSale(), 'BUYER'), CONSOLIDATE: true }

  test('buys what is consolidated, all of class 004', async () => {
    const wish = { isForGeneralPublic: true }
    expect(customerIn(receipt, wish)).toEqual(generalPublic)
    const [{ Item }] = built(receipt, wish).InvoiceLine
    expect(Item[0].CommodityClassification).toEqual([{ ItemClassificationCode: leaf('004', { listID: 'CLASS' }) }])
    expect(await verdictOn(receipt, wish)).toBe('Valid')
  })

  test('gets the notes on what was, whoever is named', async () => {
    const wish = { isForGeneralPublic: true, kind: 'refund_note' } as const
    expect(customerIn(aNote(), wish)).toEqual(generalPublic)
    expect(await verdictOn(without(aNote(), 'BUYER'), wish)).toBe('Valid')
  })

  test('may be named by the till with class 004', async () => {
    const BUYER = aParty({
      NAME: 'General Public',
      TIN: 'EI00000000010',
      ID_NUMBER: 'NA',
      PHONE: 'NA',
      ADDRESS: anAddress({ LINES: ['NA'], CITY: 'NA', POSTCODE: null, STATE_CODE: '17' }),
    })
    const body = aSale({ BUYER, LINES: [aLine({ CLASSIFICATION_CODES: ['004'] })] })
    expect(await verdictOn(body)).toBe('Valid')
  })
})

describe('a self-billed document', () => {
  const selfBilled = { family: 'self_billed' } as const
  const suppliers: readonly (readonly [string, object])[] = [
    ['that is a company', { TIN: 'C31415926530', ID_NUMBER: '201501010101' }],
    ['abroad', { TIN: 'EI00000000030', ID_NUMBER: 'NA', MSIC_CODE: '00000', BUSINESS_ACTIVITY: 'NA', ADDRESS: abroad }],
    [
      'with identity card only',
      {
        TIN: 'EI00000000010',
        ID_TYPE: 'NRIC',
        ID_NUMBER: '990101145555',
        MSIC_CODE: '00000',
        BUSINESS_ACTIVITY: 'NA',
      },
    ],
    [
      'with TIN only',
      {
        TIN: 'IG20304050607',
        ID_TYPE: 'NRIC',
        ID_NUMBER: '000000000000',
        MSIC_CODE: '00000',
        BUSINESS_ACTIVITY: 'NA',
      },
    ],
  ]

  test.each(suppliers)('of a supplier %s names both sides as they are and is accepted', async (_, over) => {
    const party = aSupplier({ ...over })
    const body = aSelfBilled({ SUPPLIER: party })
    const { TIN, ID_NUMBER, ID_TYPE, MSIC_CODE, BUSINESS_ACTIVITY } = party as Readonly<Record<string, string>>
    const supplier = supplierIn(body, selfBilled)
    expect(supplier.PartyIdentification).toEqual(numbersOf(TIN ?? '', ID_NUMBER ?? '', ID_TYPE ?? ''))
    expect(supplier.IndustryClassificationCode).toEqual(leaf(MSIC_CODE, { name: BUSINESS_ACTIVITY }))
    const customer = customerIn(body, selfBilled)
    expect(customer.PartyIdentification[0]).toEqual(id('C20830570210', 'TIN'))
    expect(Object.keys(customer)).not.toContain('IndustryClassificationCode')
    expect(await verdictOn(body, selfBilled)).toBe('Valid')
  })

  test('of a supplier that is nobody needs class 004', async () => {
    const SUPPLIER = aSupplier({ TIN: 'EI00000000010', ID_NUMBER: 'NA', MSIC_CODE: '00000', BUSINESS_ACTIVITY: 'NA' })
    expect(placesIn(aSelfBilled({ SUPPLIER }), selfBilled)).toEqual([
      '/LINES/0/CLASSIFICATION_CODES general_tin_needs_consolidated_class',
    ])
    const body = aSelfBilled({ SUPPLIER, LINES: [aLine({ CLASSIFICATION_CODES: ['004'] })] })
    expect(await verdictOn(body, selfBilled)).toBe('Valid')
  })

  test('stays the company’s, also where it is consolidated', () => {
    const rules = { consolidationLimit: '10000', mayConsolidateSelfBilled: true }
    const wish = { ...selfBilled, rules, isForGeneralPublic: true }
    expect(customerIn(aSelfBilled({ CONSOLIDATE: true }), wish).PartyIdentification[0]).toEqual(
      id('C20830570210', 'TIN'),
    )
  })
})

describe('who receives the goods', () => {
  const SHIPPING = aParty({ NAME: 'Gudang Contoh', TIN: 'C40000000010', ID_NUMBER: '200001000001', SST_NUMBER: 'A1' })

  test('is told by name, address and identification', async () => {
    const body = aSale({ SHIPPING })
    expect(built(body).Delivery).toEqual([
      {
        DeliveryParty: [
          {
            PartyLegalEntity: [{ RegistrationName: leaf('Gudang Contoh') }],
            PostalAddress: [
              {
                CityName: leaf('Shah Alam'),
                PostalZone: leaf('40000'),
                CountrySubentityCode: leaf('10'),
                AddressLine: [{ Line: leaf('12 Jalan Rumah') }],
                Country: malaysia,
              },
            ],
            PartyIdentification: [id('C40000000010', 'TIN'), id('200001000001', 'BRN')],
          },
        ],
      },
    ])
    expect(await verdictOn(body)).toBe('Valid')
  })
})
