import { drafts } from '../../store/kept/people-rows.ts'
import type { Draft, Drafts } from '../../store/port/people.ts'
import { type Ask, first } from '../ask.ts'
import type { Writer } from '../writer.ts'

const openOnes = `${drafts} WHERE operator_id = $1 AND done_at IS NULL`

export function prepareDrafts(read: Ask, writer: Writer): Drafts {
  const openOne = (ask: Ask, personId: string, id: string) => first(ask<Draft>(`${openOnes} AND id = $2`, personId, id))
  return {
    list: (personId) => read<Draft>(`${openOnes} ORDER BY updated_at DESC, id`, personId),
    byId: async (personId, id) => (await openOne(read, personId, id)) ?? null,
    save: (personId, { id, body, at, seen }, mostOpen) =>
      writer.write(async ({ ask }): Promise<Draft | 'not_yours' | 'too_many' | 'changed'> => {
        const known = await openOne(ask, personId, id)
        // Somebody else's, or done: neither is anybody's to write.
        if (!known && (await ask('SELECT id FROM draft WHERE id = $1', id)).length > 0) return 'not_yours'
        if (!known && (await ask(openOnes, personId)).length >= mostOpen) return 'too_many'
        if (known?.body === body) return known
        if (known && seen !== undefined && known.updatedAt !== seen) return 'changed'
        await ask(
          `INSERT INTO draft (id, operator_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
           ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
          id,
          personId,
          body,
          at,
        )
        return { id, body, createdAt: known?.createdAt ?? at, updatedAt: at }
      }),
    finish: (personId, id, at) =>
      writer.write(async ({ ask }) => {
        // A draft may name a customer: what is done has no reason to.
        const text = "UPDATE draft SET body = '{}', done_at = $3 WHERE operator_id = $1 AND id = $2 AND done_at IS NULL"
        return (await ask(text, personId, id, at)).count > 0
      }),
  }
}
