import type { Ask } from '../ask.ts'

/** The table that the blocks of a month are in. */
const partitionOf = (month: string): string => `archive_${month.replace('-', '_')}`

/**
 * Makes sure that the blocks of a month have a place. It is made apart and attached: whoever reads archives meanwhile, a
 * proof of everything for an hour, keeps nobody waiting for that.
 * @param month as `2026-09`
 * @throws pg.DatabaseError where a table of that name is there and is none of its partitions
 */
export async function preparePartition(ask: Ask, month: string): Promise<void> {
  if (!/^\d{4}-\d{2}$/.test(month)) throw new Error(`${month} is no month`)
  const name = partitionOf(month)
  const known = await ask(
    `SELECT 1 AS is FROM pg_inherits WHERE inhparent = 'archive_block'::regclass AND inhrelid = to_regclass($1)`,
    name,
  )
  if (known.length > 0) return
  await ask(`CREATE TABLE ${name} (LIKE archive_block INCLUDING ALL)`)
  await ask(`CREATE TRIGGER ${name}_is_kept BEFORE TRUNCATE ON ${name} EXECUTE FUNCTION refuse_change()`)
  await ask(`ALTER TABLE archive_block ATTACH PARTITION ${name} FOR VALUES IN ('${month}')`)
}
