import type { Draft, Drafts } from '../port/people.ts'
import { type Engine, firstRow, oneRow, sql } from '../sql.ts'

const drafts = sql`SELECT id, body, updated_at AS "updatedAt" FROM draft`
const openOf = (personId: string) => sql`operator_id = ${personId} AND done_at IS NULL`

export function draftsTable({ read, append }: Engine): Drafts {
  const openOne = (personId: string, id: string) =>
    firstRow(read<Draft>(sql`${drafts} WHERE ${openOf(personId)} AND id = ${id}`))

  // Tried again if another save came between reading and writing.
  const save: Drafts['save'] = async (personId, draft, mostOpen) => {
    const { id, body, at, seen } = draft
    const known = await openOne(personId, id)
    if (known?.body === body) return known
    if (known && seen !== undefined && known.updatedAt !== seen) return 'changed'
    const refused = await append([
      oneRow(
        known
          ? sql`UPDATE draft SET body = ${body}, updated_at = ${at}
                WHERE ${openOf(personId)} AND id = ${id} AND updated_at = ${known.updatedAt} AND body = ${known.body}`
          : sql`INSERT INTO draft (id, operator_id, body, updated_at)
                SELECT ${id}, ${personId}, ${body}, ${at}
                WHERE (SELECT count(*) FROM draft WHERE ${openOf(personId)}) < ${mostOpen} ON CONFLICT (id) DO NOTHING`,
        'refused',
      ),
    ])
    if (!refused) return { id, body, updatedAt: at }
    if (known || (await openOne(personId, id))) return save(personId, draft, mostOpen)
    // Another person's or a finished draft.
    return (await firstRow(read(sql`SELECT id FROM draft WHERE id = ${id}`))) ? 'not_yours' : 'too_many'
  }

  return {
    list: (personId) => read<Draft>(sql`${drafts} WHERE ${openOf(personId)} ORDER BY updated_at DESC, id`),
    byId: async (personId, id) => (await openOne(personId, id)) ?? null,
    save,
    // A draft may name a customer, so a finished one is emptied.
    finish: async (personId, id, at) =>
      !(await append([
        oneRow(sql`UPDATE draft SET body = '{}', done_at = ${at} WHERE ${openOf(personId)} AND id = ${id}`, 'not_open'),
      ])),
  }
}
