import type { Database } from 'better-sqlite3'
import type { Role } from '../../../shared/catalogue/scopes.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { ActWriter } from './acts.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Act } from './port.ts'
import type { KeptPin, Operator, People, PersonChange } from './port-people.ts'

const columns = 'id, name, role, language, wrong_pins, wrong_pins_in_session, created_at, disabled_at'

export function preparePeople(database: Database, commit: GroupCommit, addAct: ActWriter): People {
  const all = database.prepare<[], OperatorRow>(`SELECT ${columns} FROM operator ORDER BY created_at, id`)
  const byId = database.prepare<[string], OperatorRow>(`SELECT ${columns} FROM operator WHERE id = ?`)
  const byNameKey = database.prepare<[string], OperatorRow>(`SELECT ${columns} FROM operator WHERE name_key = ?`)
  const owners = database
    .prepare<[], number>("SELECT count(*) FROM operator WHERE role = 'owner' AND disabled_at IS NULL")
    .pluck()
  const insert = database.prepare(
    'INSERT INTO operator (id, name, name_key, role, language, pin, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const setPin = database.prepare('UPDATE operator SET pin = ?, wrong_pins = 0, wrong_pins_in_session = 0 WHERE id = ?')
  const setRole = database.prepare('UPDATE operator SET role = ? WHERE id = ?')
  const setDisabled = database.prepare('UPDATE operator SET disabled_at = ? WHERE id = ?')
  const tries = {
    sign_in: prepareTries(database, 'wrong_pins'),
    session: prepareTries(database, 'wrong_pins_in_session'),
  }

  const operatorOrNull = (row: OperatorRow | undefined) => (row ? operatorOf(row) : null)
  const isOwner = ({ role, disabled_at }: OperatorRow) => role === 'owner' && disabled_at === null

  /** @param isStillOwner of what the change makes of an owner */
  const change = (
    id: string,
    act: Act,
    deed: (row: OperatorRow) => { readonly isStillOwner: boolean; readonly run: () => void },
  ) =>
    commit.write((): PersonChange => {
      const row = byId.get(id)
      if (!row) return 'unknown'
      const { isStillOwner, run } = deed(row)
      if (isOwner(row) && !isStillOwner && owners.get() === 1) return 'last_owner'
      run()
      addAct(act)
      return 'changed'
    })

  return {
    async list() {
      return all.all().map(operatorOf)
    },
    async byId(id) {
      return operatorOrNull(byId.get(id))
    },
    async byName(name) {
      return operatorOrNull(byNameKey.get(keyOf(name)))
    },
    async hasOwner() {
      return (owners.get() ?? 0) > 0
    },
    create({ id, name, role, language, createdAt }, pin, by) {
      return commit.write(() => {
        if (byNameKey.get(keyOf(name))) return 'name_taken'
        insert.run(id, name, keyOf(name), role, language, JSON.stringify(pin), createdAt)
        addAct({ at: createdAt, by, type: 'operator_created', facts: { id, name, role } })
        return 'created'
      })
    },
    setPin(id, pin, { by, at }) {
      const act = { at, by, type: 'operator_pin_set', facts: { id } }
      return change(id, act, () => ({ isStillOwner: true, run: () => void setPin.run(JSON.stringify(pin), id) }))
    },
    setRole(id, role, { by, at }) {
      const act = { at, by, type: 'operator_role_set', facts: { id, role } }
      return change(id, act, () => ({ isStillOwner: role === 'owner', run: () => void setRole.run(role, id) }))
    },
    setDisabled(id, isDisabled, { by, at }) {
      const act = { at, by, type: isDisabled ? 'operator_disabled' : 'operator_enabled', facts: { id } }
      return change(id, act, ({ disabled_at }) => ({
        isStillOwner: !isDisabled,
        run: () => void setDisabled.run(isDisabled ? (disabled_at ?? at) : null, id),
      }))
    },
    countTry(id, door) {
      return commit.write(() => {
        const pin = tries[door].count.get(id)
        return pin === undefined ? null : (JSON.parse(pin) as KeptPin)
      })
    },
    forgetTries(id, door) {
      return commit.write(() => void tries[door].forget.run(id))
    },
  }
}

const prepareTries = (database: Database, column: 'wrong_pins' | 'wrong_pins_in_session') => ({
  count: database
    .prepare<[string], string>(`UPDATE operator SET ${column} = ${column} + 1 WHERE id = ? RETURNING pin`)
    .pluck(),
  forget: database.prepare(`UPDATE operator SET ${column} = 0 WHERE id = ?`),
})

/** Names are told apart as people tell them apart: not by case, and not by how a letter is put together. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()

interface OperatorRow {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly language: string | null
  readonly wrong_pins: number
  readonly wrong_pins_in_session: number
  readonly created_at: number
  readonly disabled_at: number | null
}

const operatorOf = (row: OperatorRow): Operator => ({
  id: row.id,
  name: row.name,
  role: row.role as Role,
  language: row.language as Language | null,
  wrongPins: { sign_in: row.wrong_pins, session: row.wrong_pins_in_session },
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
})
