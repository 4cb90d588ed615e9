import type { Taxpayers } from '../port/port.ts'
import { type Engine, first, sql } from '../sql.ts'

export const verifiedTaxpayersTable = ({ read, append }: Engine): Taxpayers => ({
  async verifiedAt({ tin, idType, idNumber }) {
    const row = await first(
      read<{ readonly at: number }>(
        sql`SELECT verified_at AS at FROM verified_taxpayer
            WHERE tin = ${tin} AND id_type = ${idType} AND id_number = ${idNumber}`,
      ),
    )
    return row?.at ?? null
  },
  async verified({ tin, idType, idNumber }, at) {
    await append([
      // If a part changed, everything verified with it is unproved.
      sql`DELETE FROM verified_taxpayer WHERE tin = ${tin} OR (id_type = ${idType} AND id_number = ${idNumber})`,
      sql`INSERT INTO verified_taxpayer (tin, id_type, id_number, verified_at)
          VALUES (${tin}, ${idType}, ${idNumber}, ${at})`,
    ])
  },
})
