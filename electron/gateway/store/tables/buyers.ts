import type { BuyerChange, BuyerChanges } from '../port/port.ts'
import { actStep, type Engine, sql } from '../sql.ts'

export const buyersTable = ({ read, append }: Engine): BuyerChanges => ({
  changes: () => read<BuyerChange>(sql`SELECT buyer, at, told FROM buyer_change`),
  async change(changes, act) {
    await append([
      ...changes.map(
        ({ buyer, at, told }) =>
          sql`INSERT INTO buyer_change (buyer, at, told) VALUES (${buyer}, ${at}, ${told})
              ON CONFLICT (buyer) DO UPDATE SET at = excluded.at, told = excluded.told`,
      ),
      actStep(act),
    ])
  },
})
