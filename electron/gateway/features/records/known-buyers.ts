import type { Party } from '../../../../shared/document/party.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { BuyerChange, Buyers } from '../../store/port/port.ts'

export interface BuyerDeps {
  readonly buyers: Buyers
  readonly digest: (text: string) => string
}

type Numbers = Pick<Party, 'tin' | 'idType' | 'idNumber'>

export const buyerKeyOf = ({ tin, idType, idNumber }: Numbers): string => [tin, idType, idNumber].join(' ')

/** What owners corrected or deleted holds for all sales before it. */
export async function knownBuyers({ buyers, digest }: BuyerDeps) {
  const changes = await buyers.changes()
  const byBuyer = new Map(changes.map((change) => [change.buyer, change]))
  return {
    corrected: changes.flatMap((change) => correctedIn(change) ?? []),
    /** @returns what is remembered of the buyer of a sale; null if an owner deleted it after the sale */
    asKnown(buyer: Party, soldAt: Instant): Party | null {
      const change = byBuyer.get(digest(buyerKeyOf(buyer)))
      return change && change.at >= soldAt ? correctedIn(change) : buyer
    },
  }
}

export const correctedIn = ({ told }: BuyerChange): Party | null => (told === null ? null : (JSON.parse(told) as Party))
