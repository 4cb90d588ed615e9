import {
  generalPublic,
  type Party,
  type ShippingRecipient,
  type Supplier,
} from '../../../../../shared/document/party.ts'
import {
  type AggregateJson,
  aggregate,
  attributes,
  type ElementJson,
  flagLeaf,
  leaf,
  leafIfAny,
  listIfAny,
  listOf,
  listOfOne,
  type WriteMoney,
} from './element.ts'

/** The buyer if none is named. */
export const unnamedBuyer: Party = {
  ...generalPublic,
  email: 'NA',
  address: { ...generalPublic.address, postcode: '' },
}

export const supplierParty = (supplier: Supplier, authorisationNumber: string | undefined): ElementJson =>
  listOfOne({
    AdditionalAccountID:
      authorisationNumber === undefined
        ? undefined
        : leaf(authorisationNumber, attributes({ schemeAgencyName: 'CertEX' })),
    Party: writtenOnce(supplier),
  })

const written = new WeakMap<Supplier, ElementJson>()

/** The company is the same in all documents of a batch. */
function writtenOnce(supplier: Supplier): ElementJson {
  const known = written.get(supplier)
  if (known) return known
  const party = listOfOne({
    IndustryClassificationCode: leaf(supplier.msicCode, attributes({ name: supplier.businessActivity })),
    PartyIdentification: listOf(identification(supplier)),
    PostalAddress: postalAddress(supplier.address),
    PartyLegalEntity: listOfOne({ RegistrationName: leaf(supplier.name) }),
    Contact: contact(supplier),
  })
  written.set(supplier, party)
  return party
}

export const customerParty = (buyer: Party): ElementJson =>
  listOfOne({
    Party: listOfOne({
      PostalAddress: postalAddress(buyer.address),
      PartyLegalEntity: listOfOne({ RegistrationName: leaf(buyer.name) }),
      PartyIdentification: listOf(identification(buyer)),
      Contact: contact(buyer),
    }),
  })

/** `NA` if a party has none. */
function identification({ tin, idType, idNumber, sstNumber, tourismTaxNumber }: Party) {
  const numbers = [
    [tin, 'TIN'],
    [idNumber, idType],
    [sstNumber ?? 'NA', 'SST'],
    [tourismTaxNumber ?? 'NA', 'TTX'],
  ] as const
  return numbers.map(([value, schemeID]) => identified(value, schemeID))
}

const identified = (value: string, schemeID: string) => aggregate({ ID: leaf(value, attributes({ schemeID })) })

const postalAddress = ({ lines, city, postcode, stateCode, countryCode }: Party['address']): ElementJson =>
  listOfOne({
    CityName: leaf(city),
    PostalZone: leafIfAny(postcode),
    CountrySubentityCode: leaf(stateCode),
    AddressLine: listOf(lines.map((line) => aggregate({ Line: leaf(line) }))),
    Country: listOfOne({ IdentificationCode: leaf(countryCode, ofCountries) }),
  })

const ofCountries = attributes({ listID: 'ISO3166-1', listAgencyID: '6' })

const contact = ({ phone, email }: Party): ElementJson =>
  listOfOne({ Telephone: leaf(phone), ElectronicMail: leafIfAny(email) })

/** The recipient of the goods, and the cost of transport (myinvois 6.2). */
export const delivery = (recipient: ShippingRecipient, documentNumber: string, money: WriteMoney): ElementJson =>
  listOfOne({
    DeliveryParty: listOfOne({
      PartyLegalEntity: listOfOne({ RegistrationName: leaf(recipient.name) }),
      PostalAddress: postalAddress(recipient.address),
      PartyIdentification: listIfAny(numbersOf(recipient)),
    }),
    Shipment: recipient.freight && shipment(recipient.freight, documentNumber, money),
  })

const numbersOf = ({ tin, idType, idNumber }: ShippingRecipient): readonly AggregateJson[] => [
  ...(tin === undefined ? [] : [identified(tin, 'TIN')]),
  ...(idType === undefined || idNumber === undefined ? [] : [identified(idNumber, idType)]),
]

const shipment = (
  { amount, reason, reference }: NonNullable<ShippingRecipient['freight']>,
  documentNumber: string,
  money: WriteMoney,
): ElementJson =>
  listOfOne({
    ID: leaf(reference ?? documentNumber),
    FreightAllowanceCharge: listOfOne({
      ChargeIndicator: flagLeaf(true),
      AllowanceChargeReason: leaf(reason ?? 'Freight'),
      Amount: money(amount),
    }),
  })
