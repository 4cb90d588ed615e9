import type { Freight, Recipient } from '../../../../../shared/document/sale.ts'
import { type Aggregate, allIfAny, type Content, flag, leaf, type Money, one } from './element.ts'
import { identified, postalAddress } from './party.ts'

/** Who receives the goods, and what their transport costs (myinvois 6.2). */
export const delivery = (recipient: Recipient, documentNumber: string, money: Money): Content =>
  one({
    DeliveryParty: one({
      PartyLegalEntity: one({ RegistrationName: leaf(recipient.name) }),
      PostalAddress: postalAddress(recipient.address),
      PartyIdentification: allIfAny(numbersOf(recipient)),
    }),
    Shipment: recipient.freight && shipment(recipient.freight, documentNumber, money),
  })

const numbersOf = ({ tin, idType, idNumber }: Recipient): readonly Aggregate[] => [
  ...(tin === undefined ? [] : [identified(tin, 'TIN')]),
  ...(idType === undefined || idNumber === undefined ? [] : [identified(idNumber, idType)]),
]

/** A shipment without a number of its own has the document's. */
const shipment = ({ amount, reason, reference }: Freight, documentNumber: string, money: Money): Content =>
  one({
    ID: leaf(reference ?? documentNumber),
    FreightAllowanceCharge: one({
      ChargeIndicator: flag(true),
      AllowanceChargeReason: leaf(reason ?? 'Freight'),
      Amount: money(amount),
    }),
  })
