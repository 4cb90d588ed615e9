import type { VerifiedTaxpayers } from '../port/port.ts'
import { type Engine, readValue, sql } from '../sql.ts'

export const verifiedTaxpayersTable = ({ read, append }: Engine): VerifiedTaxpayers => ({
  verifiedAt: ({ tin, idType, idNumber }) =>
    readValue(
      { read },
      sql`SELECT verified_at AS value FROM verified_taxpayer
          WHERE tin = ${tin} AND id_type = ${idType} AND id_number = ${idNumber}`,
    ),
  async verified({ tin, idType, idNumber }, at) {
    await append([
      // If a part changed, everything verified with it is unproved.
      sql`DELETE FROM verified_taxpayer WHERE tin = ${tin} OR (id_type = ${idType} AND id_number = ${idNumber})`,
      sql`INSERT INTO verified_taxpayer (tin, id_type, id_number, verified_at)
          VALUES (${tin}, ${idType}, ${idNumber}, ${at})`,
    ])
  },
})
