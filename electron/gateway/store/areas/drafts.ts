import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import { drafts } from '../kept/people-rows.ts'
import type { Draft, Drafts } from '../port/people.ts'

const ofOperator = 'operator_id = ? AND done_at IS NULL'

export function prepareDrafts(database: Database, commit: GroupCommit): Drafts {
  const open = database.prepare<[string], Draft>(`${drafts} WHERE ${ofOperator} ORDER BY updated_at DESC, id`)
  const openCount = database.prepare<[string], number>(`SELECT count(*) FROM draft WHERE ${ofOperator}`).pluck()
  const openOne = database.prepare<[string, string], Draft>(`${drafts} WHERE ${ofOperator} AND id = ?`)
  const exists = database.prepare<[string], number>('SELECT 1 FROM draft WHERE id = ?').pluck()
  const keep = database.prepare(
    `INSERT INTO draft (id, operator_id, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
  )
  // A draft may name a customer: what is done has no reason to.
  const finish = database.prepare(`UPDATE draft SET body = '{}', done_at = ? WHERE ${ofOperator} AND id = ?`)

  return {
    async list(personId) {
      return open.all(personId)
    },
    async byId(personId, id) {
      return openOne.get(personId, id) ?? null
    },
    save(personId, { id, body, at, seen }, mostOpen) {
      return commit.write(() => {
        const known = openOne.get(personId, id)
        // Somebody else's, or done: neither is anybody's to write.
        if (!known && exists.get(id)) return 'not_yours'
        if (!known && (openCount.get(personId) ?? 0) >= mostOpen) return 'too_many'
        if (known?.body === body) return known
        if (known && seen !== undefined && known.updatedAt !== seen) return 'changed'
        keep.run(id, personId, body, at, at)
        return { id, body, createdAt: known?.createdAt ?? at, updatedAt: at }
      })
    },
    finish(personId, id, at) {
      return commit.write(() => finish.run(at, personId, id).changes > 0)
    },
  }
}
