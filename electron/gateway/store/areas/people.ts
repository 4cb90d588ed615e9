import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import { factsOf, keyOf, type PersonRow, people, personOf } from '../kept/people-rows.ts'
import type { KeptPin, People, Person, PersonChange } from '../port/people.ts'
import type { Act } from '../port/port.ts'
import type { ActWriter } from './acts.ts'

export function preparePeople(database: Database, commit: GroupCommit, addAct: ActWriter): People {
  const all = database.prepare<[], PersonRow>(`${people} ORDER BY created_at, id`)
  const byId = database.prepare<[string], PersonRow>(`${people} WHERE id = ?`)
  const byNameKey = database.prepare<[string], PersonRow>(`${people} WHERE name_key = ?`)
  const owners = database
    .prepare<[], number>("SELECT count(*) FROM operator WHERE role = 'owner' AND disabled_at IS NULL")
    .pluck()
  const insert = database.prepare(
    `INSERT INTO operator (id, name, name_key, role, language, outlets, pin, code_until, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const setPin = database.prepare('UPDATE operator SET pin = ?, code_until = ? WHERE id = ?')
  const keepPin = database.prepare('UPDATE operator SET pin = ? WHERE id = ? AND pin = ?')
  const setRole = database.prepare('UPDATE operator SET role = ? WHERE id = ?')
  const setOutlets = database.prepare('UPDATE operator SET outlets = ? WHERE id = ?')
  const setDisabled = database.prepare('UPDATE operator SET disabled_at = ? WHERE id = ?')
  const tries = prepareTries(database)

  const isOwner = ({ role, disabledAt }: PersonRow) => role === 'owner' && disabledAt === null

  /** @param isStillOwner of what the change makes of an owner */
  const change = (
    id: string,
    act: Act,
    planChange: (row: PersonRow) => { readonly isStillOwner: boolean; readonly run: () => void },
  ) =>
    commit.write((): PersonChange => {
      const row = byId.get(id)
      if (!row) return 'unknown'
      const { isStillOwner, run } = planChange(row)
      if (isOwner(row) && !isStillOwner && owners.get() === 1) return 'last_owner'
      run()
      addAct(act)
      return 'changed'
    })

  return {
    async list() {
      return all.all().map(personOf)
    },
    async byId(id) {
      return orNull(byId.get(id))
    },
    async byName(name) {
      return orNull(byNameKey.get(keyOf(name)))
    },
    async hasOwner() {
      return (owners.get() ?? 0) > 0
    },
    create({ id, name, role, language, outlets, codeUntil, createdAt }, pin, by) {
      return commit.write(() => {
        if (byNameKey.get(keyOf(name))) return 'name_taken'
        const kept = [JSON.stringify(outlets), JSON.stringify(pin)]
        insert.run(id, name, keyOf(name), role, language, ...kept, codeUntil ?? null, createdAt)
        addAct({ at: createdAt, by, type: 'operator_created', facts: factsOf({ id, name, role, outlets }) })
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
      const run = () => {
        setRole.run(role, id)
        if (role === 'owner') setOutlets.run('[]', id)
      }
      return change(id, act, () => ({ isStillOwner: role === 'owner', run }))
    },
    setOutlets(id, outlets, { by, at }) {
      return commit.write(() => {
        const row = byId.get(id)
        if (!row) return 'unknown'
        if (row.role === 'owner') return 'is_owner'
        setOutlets.run(JSON.stringify(outlets), id)
        addAct({ at, by, type: 'operator_outlets_set', facts: { id, outlets } })
        return 'changed'
      })
    },
    setDisabled(id, isDisabled, { by, at }) {
      const act = { at, by, type: isDisabled ? 'operator_disabled' : 'operator_enabled', facts: { id } }
      return change(id, act, ({ disabledAt }) => ({
        isStillOwner: !isDisabled,
        run: () => void setDisabled.run(isDisabled ? (disabledAt ?? at) : null, id),
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

const orNull = (row: PersonRow | undefined): Person | null => (row ? personOf(row) : null)

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
