/** Parsed JSON of any shape, because tests take documents apart and break them. */
export type Json = ReturnType<typeof JSON.parse>

export const issuedAt = Date.UTC(2026, 10, 20, 4, 5, 6)

const leaf = (value: unknown, attributes: object = {}) => [{ _: value, ...attributes }]
const money = (value: number, currencyID = 'MYR') => leaf(value, { currencyID })

const address = (state = '14', country = 'MYS') => [
  {
    CityName: leaf('Kuala Lumpur'),
    PostalZone: leaf('50480'),
    CountrySubentityCode: leaf(state),
    AddressLine: [{ Line: leaf('Lot 66, Jalan Contoh') }],
    Country: [{ IdentificationCode: leaf(country, { listID: 'ISO3166-1', listAgencyID: '6' }) }],
  },
]

const numbers = (tin: string, idNumber: string, idType: string) =>
  [
    [tin, 'TIN'],
    [idNumber, idType],
    ['NA', 'SST'],
    ['NA', 'TTX'],
  ].map(([number, schemeID]) => ({ ID: leaf(number, { schemeID }) }))

export interface PartyWish {
  readonly tin: string
  readonly idNumber: string
  readonly idType?: string
  readonly name?: string
}

export const kedai: PartyWish = { tin: 'C20830570210', idNumber: '202001234567', name: 'Kedai Kopi Contoh Sdn. Bhd.' }
export const pelanggan: PartyWish = {
  tin: 'C25845632020',
  idNumber: '201901234567',
  name: 'Syarikat Pelanggan Sdn. Bhd.',
}
export const generalPublic: PartyWish = { tin: 'EI00000000010', idNumber: 'NA', name: 'General Public' }

const party = ({ tin, idNumber, idType = 'BRN', name = 'Somebody' }: PartyWish) => ({
  PartyIdentification: numbers(tin, idNumber, idType),
  PostalAddress: address(),
  PartyLegalEntity: [{ RegistrationName: leaf(name) }],
  Contact: [{ Telephone: leaf('+60312345678'), ElectronicMail: leaf('billing@contoh.example') }],
})

const taxes = (percent: object) => [
  {
    TaxAmount: money(0.3),
    TaxSubtotal: [
      {
        TaxableAmount: money(5),
        TaxAmount: money(0.3),
        ...percent,
        TaxCategory: [
          { ID: leaf('02'), TaxScheme: [{ ID: leaf('OTH', { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }) }] },
        ],
      },
    ],
  },
]

export interface DocumentWish {
  readonly number?: string
  readonly type?: string
  readonly version?: string
  readonly issued?: number
  readonly supplier?: PartyWish
  readonly buyer?: PartyWish
  /** UUIDs of the originals of a note. */
  readonly references?: readonly string[]
  readonly classification?: string
}

/** A small valid document. Nothing in it is shared, so tests may change it. */
export function invoice({
  number = 'INV-000123',
  type = '01',
  version = '1.0',
  issued = issuedAt,
  supplier = kedai,
  buyer = pelanggan,
  references = [],
  classification = '022',
}: DocumentWish = {}): Json {
  const at = new Date(issued).toISOString()
  return {
    _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    Invoice: [
      {
        ID: leaf(number),
        IssueDate: leaf(at.slice(0, 10)),
        IssueTime: leaf(`${at.slice(11, 19)}Z`),
        InvoiceTypeCode: leaf(type, { listVersionID: version }),
        DocumentCurrencyCode: leaf('MYR'),
        TaxCurrencyCode: leaf('MYR'),
        ...(references.length > 0 && {
          BillingReference: references.map((uuid) => ({
            InvoiceDocumentReference: [{ ID: leaf('INV-000123'), UUID: leaf(uuid) }],
          })),
        }),
        AccountingSupplierParty: [
          { Party: [{ IndustryClassificationCode: leaf('56101', { name: 'Restaurants' }), ...party(supplier) }] },
        ],
        AccountingCustomerParty: [{ Party: [party(buyer)] }],
        TaxTotal: taxes({}),
        LegalMonetaryTotal: [
          {
            LineExtensionAmount: money(5),
            TaxExclusiveAmount: money(5),
            TaxInclusiveAmount: money(5.3),
            PayableAmount: money(5.3),
          },
        ],
        InvoiceLine: [
          {
            ID: leaf('1'),
            InvoicedQuantity: leaf(1, { unitCode: 'C62' }),
            LineExtensionAmount: money(5),
            TaxTotal: taxes({ Percent: leaf(6) }),
            Item: [
              {
                CommodityClassification: [{ ItemClassificationCode: leaf(classification, { listID: 'CLASS' }) }],
                Description: leaf('Roti bakar'),
              },
            ],
            Price: [{ PriceAmount: money(5) }],
            ItemPriceExtension: [{ Amount: money(5) }],
          },
        ],
      },
    ],
  }
}

/** An `invoice` that the function spoils. */
export function spoiled(spoil: (invoice: Json) => void, wish: DocumentWish = {}): Json {
  const document = invoice(wish)
  spoil(document.Invoice[0])
  return document
}
