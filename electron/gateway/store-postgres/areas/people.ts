import { factsOf, keyOf, type PersonRow, people, personOf } from '../../store/kept/people-rows.ts'
import type { KeptPin, People, PersonChange } from '../../store/port/people.ts'
import type { Act } from '../../store/port/port.ts'
import { type Ask, type Cell, first } from '../ask.ts'
import type { Writer } from '../writer.ts'
import type { ActWriter } from './acts.ts'

const owners = "SELECT id FROM operator WHERE role = 'owner' AND disabled_at IS NULL"
const forgetAll = 'DELETE FROM pin_try WHERE operator_id = $1'
const atPlace = 'operator_id = $1 AND door = $2 AND origin = $3'

export function preparePeople(read: Ask, writer: Writer, addAct: ActWriter): People {
  const one = async (where: string, cell: string) => {
    const row = await first(read<PersonRow>(`${people} WHERE ${where} = $1`, cell))
    return row ? personOf(row) : null
  }
  const run = (text: string, ...cells: readonly Cell[]) =>
    writer.write(async ({ ask }) => void (await ask(text, ...cells)))

  /** @param update what is changed, and whether an owner is still one after it */
  const change = (id: string, act: Act, update: Update): Promise<PersonChange> =>
    writer.write(async (transaction) => {
      const { ask } = transaction
      const person = await first(ask<PersonRow>(`${people} WHERE id = $1`, id))
      if (!person) return 'unknown'
      const isOwner = person.role === 'owner' && person.disabledAt === null
      if (isOwner && !update.isStillOwner && (await ask(owners)).length === 1) return 'last_owner'
      await ask(update.text, id, ...update.cells(person))
      if (update.forgetsTries === true) await ask(forgetAll, id)
      await addAct(transaction, act)
      return 'changed'
    })

  return {
    list: async () => (await read<PersonRow>(`${people} ORDER BY created_at, id`)).map(personOf),
    byId: (id) => one('id', id),
    byName: (name) => one('name_key', keyOf(name)),
    hasOwner: async () => (await read(owners)).length > 0,
    create: ({ id, name, role, language, outlets, codeUntil, createdAt }, pin, by) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        if ((await ask('SELECT id FROM operator WHERE name_key = $1', keyOf(name))).length > 0) return 'name_taken'
        await ask(
          `INSERT INTO operator (id, name, name_key, role, language, outlets, pin, code_until, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          id,
          name,
          keyOf(name),
          role,
          language,
          JSON.stringify(outlets),
          JSON.stringify(pin),
          codeUntil ?? null,
          createdAt,
        )
        const facts = factsOf({ id, name, role, outlets })
        await addAct(transaction, { at: createdAt, by, type: 'operator_created', facts })
        return 'created'
      }),
    setPin: (id, pin, { by, at }, codeUntil = null) =>
      change(
        id,
        { at, by, type: codeUntil === null ? 'operator_pin_set' : 'operator_code_made', facts: { id } },
        {
          text: 'UPDATE operator SET pin = $2, code_until = $3 WHERE id = $1',
          cells: () => [JSON.stringify(pin), codeUntil],
          isStillOwner: true,
          forgetsTries: true,
        },
      ),
    keepPin: (id, pin, instead) =>
      run('UPDATE operator SET pin = $3 WHERE id = $1 AND pin = $2', id, JSON.stringify(pin), JSON.stringify(instead)),
    setRole: (id, role, { by, at }) =>
      change(
        id,
        { at, by, type: 'operator_role_set', facts: { id, role } },
        {
          text: "UPDATE operator SET role = $2, outlets = CASE $2 WHEN 'owner' THEN '[]' ELSE outlets END WHERE id = $1",
          cells: () => [role],
          isStillOwner: role === 'owner',
        },
      ),
    setOutlets: (id, outlets, { by, at }) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const person = await first(ask<PersonRow>(`${people} WHERE id = $1`, id))
        if (!person) return 'unknown'
        if (person.role === 'owner') return 'is_owner'
        await ask('UPDATE operator SET outlets = $2 WHERE id = $1', id, JSON.stringify(outlets))
        await addAct(transaction, { at, by, type: 'operator_outlets_set', facts: { id, outlets } })
        return 'changed'
      }),
    setDisabled: (id, isDisabled, { by, at }) =>
      change(
        id,
        { at, by, type: isDisabled ? 'operator_disabled' : 'operator_enabled', facts: { id } },
        {
          text: 'UPDATE operator SET disabled_at = $2 WHERE id = $1',
          cells: ({ disabledAt }) => [isDisabled ? (disabledAt ?? at) : null],
          isStillOwner: !isDisabled,
        },
      ),
    countTry: (id, { door, origin }) =>
      writer.write(async ({ ask }) => {
        const row = await first(ask<{ readonly pin: string }>('SELECT pin FROM operator WHERE id = $1', id))
        if (!row) return null
        await ask(
          `INSERT INTO pin_try (operator_id, door, origin, in_a_row) VALUES ($1, $2, $3, 1)
           ON CONFLICT (operator_id, door, origin) DO UPDATE SET in_a_row = pin_try.in_a_row + 1`,
          id,
          door,
          origin,
        )
        return JSON.parse(row.pin) as KeptPin
      }),
    async triesAt(id, { door, origin }) {
      const text = `SELECT in_a_row AS tries FROM pin_try WHERE ${atPlace}`
      return (await first(read<{ readonly tries: number }>(text, id, door, origin)))?.tries ?? 0
    },
    forgetTries: (id, { door, origin }) => run(`DELETE FROM pin_try WHERE ${atPlace}`, id, door, origin),
  }
}

interface Update {
  /** Its first place holder is the person's id. */
  readonly text: string
  readonly cells: (person: PersonRow) => readonly Cell[]
  /** Of what the change makes of an owner. */
  readonly isStillOwner: boolean
  readonly forgetsTries?: boolean
}
