import type { Address, Party, Supplier } from '../../../../../shared/document/sale.ts'
import { generalTins } from '../../../../../shared/document/tin.ts'
import { type Aggregate, aggregate, leaf, optional } from './element.ts'

/** Who buys where nobody is named: consolidated e-invoices and notes on them (myinvois 6.6). */
export const generalPublic: Party = {
  name: 'General Public',
  tin: generalTins.generalPublic,
  idType: 'BRN',
  idNumber: 'NA',
  phone: 'NA',
  email: 'NA',
  address: { lines: ['NA'], city: 'NA', postcode: '', stateCode: '17', countryCode: 'MYS' },
}

export const supplierParty = (supplier: Supplier, authorisationNumber: string | undefined): Aggregate =>
  aggregate({
    AdditionalAccountID:
      authorisationNumber === undefined ? undefined : leaf(authorisationNumber, { schemeAgencyName: 'CertEX' }),
    Party: [
      {
        IndustryClassificationCode: leaf(supplier.msicCode, { name: supplier.businessActivity }),
        PartyIdentification: identification(supplier),
        PostalAddress: [postalAddress(supplier.address)],
        PartyLegalEntity: [{ RegistrationName: leaf(supplier.name) }],
        Contact: [contact(supplier)],
      },
    ],
  })

export const customerParty = (buyer: Party): Aggregate => ({
  Party: [
    {
      PostalAddress: [postalAddress(buyer.address)],
      PartyLegalEntity: [{ RegistrationName: leaf(buyer.name) }],
      PartyIdentification: identification(buyer),
      Contact: [contact(buyer)],
    },
  ],
})

export const deliveryParty = (recipient: Party): Aggregate => ({
  DeliveryParty: [
    {
      PartyLegalEntity: [{ RegistrationName: leaf(recipient.name) }],
      PostalAddress: [postalAddress(recipient.address)],
      PartyIdentification: identification(recipient).slice(0, 2),
    },
  ],
})

/** TIN and number, then SST and tourism tax, `NA` where a party has none. */
function identification({ tin, idType, idNumber, sstNumber, tourismTaxNumber }: Party): readonly Aggregate[] {
  const numbers = [
    [tin, 'TIN'],
    [idNumber, idType],
    [sstNumber ?? 'NA', 'SST'],
    [tourismTaxNumber ?? 'NA', 'TTX'],
  ] as const
  return numbers.map(([value, schemeID]) => ({ ID: leaf(value, { schemeID }) }))
}

const postalAddress = ({ lines, city, postcode, stateCode, countryCode }: Address): Aggregate =>
  aggregate({
    CityName: leaf(city),
    PostalZone: optional(postcode),
    CountrySubentityCode: leaf(stateCode),
    AddressLine: lines.map((line) => ({ Line: leaf(line) })),
    Country: [{ IdentificationCode: leaf(countryCode, { listID: 'ISO3166-1', listAgencyID: '6' }) }],
  })

const contact = ({ phone, email }: Party): Aggregate =>
  aggregate({ Telephone: leaf(phone), ElectronicMail: optional(email) })
