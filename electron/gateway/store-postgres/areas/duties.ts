import type { Duties, Lease } from '../../store/port/processes.ts'
import { textsCell } from '../ask.ts'
import { endLeases, type Transaction, type Writer } from '../writer.ts'

/** @param leaseMs of every process over this database */
export function prepareDuties(writer: Writer, leaseMs: number): Duties {
  let held: { readonly lease: Lease; readonly names: ReadonlySet<string> } | null = null
  return {
    has: (duty) => held?.lease.isHeld() === true && held.names.has(duty),
    async share(wanted) {
      const lease = writer.lease()
      const names = await writer.write(async (transaction) => {
        await endLeases(transaction, leaseMs)
        return new Set(await taken(transaction, wanted))
      }, lease)
      held = { lease, names }
    },
  }
}

/** Everybody takes as many as all would have if they had the same; whoever has more lets the last ones go. */
async function taken({ ask, writerId }: Transaction, wanted: readonly string[]): Promise<readonly string[]> {
  await ask('UPDATE writer SET takes_duties = true WHERE id = $1::uuid', writerId)
  const [row] = await ask<{ readonly count: number }>('SELECT count(*) AS count FROM writer WHERE takes_duties')
  const share = Math.ceil(wanted.length / Math.max(1, row?.count ?? 1))
  await ask(
    `DELETE FROM duty WHERE writer_id = $1::uuid AND (
       name NOT IN (SELECT jsonb_array_elements_text($2::jsonb))
       OR name NOT IN (SELECT name FROM duty WHERE writer_id = $1::uuid ORDER BY name LIMIT $3))`,
    writerId,
    textsCell(wanted),
    share,
  )
  await ask(
    `INSERT INTO duty (name, writer_id)
     SELECT name, $1::uuid FROM jsonb_array_elements_text($2::jsonb) name
     WHERE name NOT IN (SELECT name FROM duty)
     ORDER BY name LIMIT greatest(0, $3 - (SELECT count(*) FROM duty WHERE writer_id = $1::uuid))`,
    writerId,
    textsCell(wanted),
    share,
  )
  const rows = await ask<{ readonly name: string }>('SELECT name FROM duty WHERE writer_id = $1::uuid', writerId)
  return rows.map(({ name }) => name)
}
