import type { Database } from 'better-sqlite3'
import type { GroupCommit } from './group-commit.ts'
import type { Draft, Drafts } from './port-people.ts'

export function prepareDrafts(database: Database, commit: GroupCommit): Drafts {
  const open = database.prepare<[string], DraftRow>(
    'SELECT * FROM draft WHERE operator_id = ? AND done_at IS NULL ORDER BY updated_at DESC, id',
  )
  const openCount = database
    .prepare<[string], number>('SELECT count(*) FROM draft WHERE operator_id = ? AND done_at IS NULL')
    .pluck()
  const byId = database.prepare<[string], DraftRow>('SELECT * FROM draft WHERE id = ?')
  const insert = database.prepare(
    'INSERT INTO draft (id, operator_id, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const update = database.prepare('UPDATE draft SET body = ?, updated_at = ? WHERE id = ?')
  // A draft may name a customer: what is done has no reason to.
  const finish = database.prepare("UPDATE draft SET body = '{}', done_at = ? WHERE id = ?")

  const openOne = (operatorId: string, id: string): DraftRow | null => {
    const row = byId.get(id)
    return row && row.operator_id === operatorId && row.done_at === null ? row : null
  }

  return {
    async list(operatorId) {
      return open.all(operatorId).map(draftOf)
    },
    async byId(operatorId, id) {
      const row = openOne(operatorId, id)
      return row ? draftOf(row) : null
    },
    save(operatorId, { id, body, at, seen }, mostOpen) {
      return commit.write(() => {
        const known = byId.get(id)
        // Somebody else's, or done: neither is anybody's to write.
        if (known && !openOne(operatorId, id)) return 'not_yours'
        if (!known && (openCount.get(operatorId) ?? 0) >= mostOpen) return 'too_many'
        if (known && known.body === body) return draftOf(known)
        if (known && seen !== undefined && known.updated_at !== seen) return 'changed'
        if (known) update.run(body, at, id)
        else insert.run(id, operatorId, body, at, at)
        return { id, body, createdAt: known?.created_at ?? at, updatedAt: at }
      })
    },
    finish(operatorId, id, at) {
      return commit.write(() => {
        if (!openOne(operatorId, id)) return false
        finish.run(at, id)
        return true
      })
    },
  }
}

interface DraftRow {
  readonly id: string
  readonly operator_id: string
  readonly body: string
  readonly created_at: number
  readonly updated_at: number
  readonly done_at: number | null
}

const draftOf = (row: DraftRow): Draft => ({
  id: row.id,
  body: row.body,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
