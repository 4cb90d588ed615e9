import type { KeptSession, KeptSessions } from '../port/people.ts'
import { type Engine, firstRow, type Statement, sql } from '../sql.ts'

interface SessionRow extends Omit<KeptSession, 'person' | 'isLocked'> {
  readonly personId: string
  readonly name: string
  readonly role: KeptSession['person']['role']
  readonly language: KeptSession['person']['language']
  readonly outlets: string
  readonly locked: number
}

const sessions = sql`SELECT session.id, operator.id AS "personId", name, role, language, outlets,
    began_at AS "beganAt", used_at AS "usedAt", locked, opened_at AS "openedAt"
  FROM session JOIN operator ON operator.id = operator_id`

const sessionOf = ({ personId, name, role, language, outlets, locked, ...row }: SessionRow): KeptSession => ({
  ...row,
  person: { id: personId, name, role, language, outlets: JSON.parse(outlets) as KeptSession['person']['outlets'] },
  isLocked: locked === 1,
})

export function sessionsTable({ read, append }: Engine): KeptSessions {
  const found = async (where: Statement) => {
    const row = await firstRow(read<SessionRow>(sql`${sessions} WHERE disabled_at IS NULL AND ${where}`))
    return row ? sessionOf(row) : null
  }
  const change = async (id: string, set: Statement) => {
    await append([sql`UPDATE session SET ${set} WHERE id = ${id}`])
  }
  return {
    async begin({ id, sha256, personId, at }, { over, most }) {
      await append([
        sql`DELETE FROM session WHERE began_at <= ${over}`,
        sql`DELETE FROM session WHERE operator_id = ${personId} AND id NOT IN
              (SELECT id FROM session WHERE operator_id = ${personId} ORDER BY began_at DESC, id LIMIT ${most - 1})`,
        sql`INSERT INTO session (id, sha256, operator_id, began_at, used_at)
            VALUES (${id}, ${sha256}, ${personId}, ${at}, ${at})`,
      ])
    },
    bySha256: (sha256) => found(sql`sha256 = ${sha256}`),
    byId: (id) => found(sql`session.id = ${id}`),
    used: (id, at) => change(id, sql`used_at = ${at}`),
    lock: (id) => change(id, sql`locked = 1, opened_at = NULL`),
    unlock: (id, at) => change(id, sql`locked = 0, used_at = ${at}`),
    openSettings: (id, at) => change(id, sql`opened_at = ${at}`),
    async end(id) {
      await append([sql`DELETE FROM session WHERE id = ${id}`])
    },
  }
}
