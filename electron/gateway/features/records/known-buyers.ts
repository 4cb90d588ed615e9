import type { Party } from '../../../../shared/document/party.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { BuyerChange, BuyerChanges } from '../../store/port/port.ts'

export interface BuyerDeps {
  readonly buyers: BuyerChanges
  readonly digest: (text: string) => string
}

type Numbers = Pick<Party, 'tin' | 'idType' | 'idNumber'>

export const buyerKeyOf = ({ tin, idType, idNumber }: Numbers): string => [tin, idType, idNumber].join(' ')

/** What owners corrected or deleted holds for all sales before it. */
export async function loadBuyerCorrections({ buyers, digest }: BuyerDeps) {
  const changes = await buyers.changes()
  const byBuyer = new Map(changes.map((change) => [change.buyer, change]))
  return {
    corrected: changes.flatMap((change) => correctedBuyerOf(change) ?? []),
    /** @returns what is remembered of the buyer of a sale; null if an owner deleted it after the sale */
    asKnown(buyer: Party, soldAt: EpochMs): Party | null {
      const change = byBuyer.get(digest(buyerKeyOf(buyer)))
      return change && change.at >= soldAt ? correctedBuyerOf(change) : buyer
    },
  }
}

export const correctedBuyerOf = ({ told }: BuyerChange): Party | null =>
  told === null ? null : (JSON.parse(told) as Party)
