import type { Taxpayers } from '../port/port.ts'
import { type Engine, first, sql } from '../sql.ts'

export const taxpayersTable = ({ read, append }: Engine): Taxpayers => ({
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
      // A triple replaces all that was verified with one of its parts: a changed part makes the rest unproven.
      sql`DELETE FROM verified_taxpayer WHERE tin = ${tin} OR (id_type = ${idType} AND id_number = ${idNumber})`,
      sql`INSERT INTO verified_taxpayer (tin, id_type, id_number, verified_at)
          VALUES (${tin}, ${idType}, ${idNumber}, ${at})`,
    ])
  },
})
