import type { Database } from 'better-sqlite3'
import type { Role } from '../../../shared/catalogue/scopes.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { ActWriter } from './acts.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Act } from './port.ts'
import type { KeptPin, Operator, People, PersonChange } from './port-people.ts'

const columns = `id, name, role, language, code_until, created_at, disabled_at,
  (SELECT coalesce(max(in_a_row), 0) FROM pin_try WHERE operator_id = id) AS wrong_pins`

export function preparePeople(database: Database, commit: GroupCommit, addAct: ActWriter): People {
  const all = database.prepare<[], OperatorRow>(`SELECT ${columns} FROM operator ORDER BY created_at, id`)
  const byId = database.prepare<[string], OperatorRow>(`SELECT ${columns} FROM operator WHERE id = ?`)
  const byNameKey = database.prepare<[string], OperatorRow>(`SELECT ${columns} FROM operator WHERE name_key = ?`)
  const owners = database
    .prepare<[], number>("SELECT count(*) FROM operator WHERE role = 'owner' AND disabled_at IS NULL")
    .pluck()
  const insert = database.prepare(
    `INSERT INTO operator (id, name, name_key, role, language, pin, code_until, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const setPin = database.prepare('UPDATE operator SET pin = ?, code_until = ? WHERE id = ?')
  const keepPin = database.prepare('UPDATE operator SET pin = ? WHERE id = ? AND pin = ?')
  const setRole = database.prepare('UPDATE operator SET role = ? WHERE id = ?')
  const setDisabled = database.prepare('UPDATE operator SET disabled_at = ? WHERE id = ?')
  const tries = prepareTries(database)

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
    create({ id, name, role, language, codeUntil, createdAt }, pin, by) {
      return commit.write(() => {
        if (byNameKey.get(keyOf(name))) return 'name_taken'
        insert.run(id, name, keyOf(name), role, language, JSON.stringify(pin), codeUntil ?? null, createdAt)
        addAct({ at: createdAt, by, type: 'operator_created', facts: { id, name, role } })
        return 'created'
      })
    },
    setPin(id, pin, { by, at }, codeUntil = null) {
      const act = { at, by, type: codeUntil === null ? 'operator_pin_set' : 'operator_code_made', facts: { id } }
      const run = () => {
        setPin.run(JSON.stringify(pin), codeUntil, id)
        tries.forgetAll.run(id)
      }
      return change(id, act, () => ({ isStillOwner: true, run }))
    },
    keepPin(id, pin, instead) {
      return commit.write(() => void keepPin.run(JSON.stringify(instead), id, JSON.stringify(pin)))
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
    countTry(id, { door, origin }) {
      return commit.write(() => {
        const pin = tries.pinOf.get(id)
        if (pin === undefined) return null
        tries.count.run(id, door, origin)
        return JSON.parse(pin) as KeptPin
      })
    },
    async triesAt(id, { door, origin }) {
      return tries.at.get(id, door, origin) ?? 0
    },
    forgetTries(id, { door, origin }) {
      return commit.write(() => void tries.forget.run(id, door, origin))
    },
  }
}

const prepareTries = (database: Database) => ({
  pinOf: database.prepare<[string], string>('SELECT pin FROM operator WHERE id = ?').pluck(),
  count: database.prepare(
    `INSERT INTO pin_try (operator_id, door, origin, in_a_row) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET in_a_row = in_a_row + 1`,
  ),
  at: database
    .prepare<[string, string, string], number>(
      'SELECT in_a_row FROM pin_try WHERE operator_id = ? AND door = ? AND origin = ?',
    )
    .pluck(),
  forget: database.prepare('DELETE FROM pin_try WHERE operator_id = ? AND door = ? AND origin = ?'),
  forgetAll: database.prepare('DELETE FROM pin_try WHERE operator_id = ?'),
})

/** Names are told apart as people tell them apart: not by case, and not by how a letter is put together. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()

interface OperatorRow {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly language: string | null
  readonly wrong_pins: number
  readonly code_until: number | null
  readonly created_at: number
  readonly disabled_at: number | null
}

const operatorOf = (row: OperatorRow): Operator => ({
  id: row.id,
  name: row.name,
  role: row.role as Role,
  language: row.language as Language | null,
  wrongPins: row.wrong_pins,
  codeUntil: row.code_until,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
})
