import type { People, Person, PinHash } from '../port/people.ts'
import type { Act } from '../port/port.ts'
import { actStep, type DataReader, type Engine, firstRow, oneRow, readCount, type Statement, sql } from '../sql.ts'

const people = sql`SELECT id, name, role, language, outlets, pin, code_until AS "codeUntil", created_at AS "createdAt",
  disabled_at AS "disabledAt",
  (SELECT coalesce(max(in_a_row), 0) FROM pin_try WHERE operator_id = id) AS "wrongPins" FROM operator`

interface PersonRow extends Omit<Person, 'outlets' | 'pinDigits'> {
  readonly outlets: string
  readonly pin: string
}

const personOf = ({ outlets, pin, ...row }: PersonRow): Person => ({
  ...row,
  pinDigits: row.codeUntil === null ? (JSON.parse(pin) as PinHash).digits : null,
  outlets: JSON.parse(outlets) as Person['outlets'],
})

/** Neither case nor the encoding of a letter makes another name. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()

const isOwner = sql`role = 'owner' AND disabled_at IS NULL`
const owners = sql`SELECT count(*) AS count FROM operator WHERE ${isOwner}`

interface Change<Conflict extends string> {
  readonly id: string
  readonly set: Statement
  readonly unless?: { readonly is: Statement; readonly conflict: Conflict }
  readonly forgetsTries?: boolean
  readonly staysId?: string | undefined
  readonly act: Omit<Act, 'facts'> & { readonly facts?: object }
}

const isLastOwner = { is: sql`${isOwner} AND (${owners}) = 1`, conflict: 'last_owner' } as const

async function change<Conflict extends string = never>(
  { read, append }: Engine,
  { id, set, unless, forgetsTries, staysId = '', act }: Change<Conflict>,
): Promise<'changed' | 'unknown' | Conflict> {
  const guard = unless ? sql` AND NOT (${unless.is})` : sql``
  const refused = await append([
    oneRow(sql`UPDATE operator SET ${set} WHERE id = ${id}${guard}`, 'refused'),
    ...(forgetsTries ? [sql`DELETE FROM pin_try WHERE operator_id = ${id}`] : []),
    sql`DELETE FROM session WHERE operator_id = ${id} AND id <> ${staysId}`,
    actStep({ ...act, facts: { id, ...act.facts } }),
  ])
  if (!refused) return 'changed'
  const row = await firstRow(read(sql`SELECT id FROM operator WHERE id = ${id}`))
  return row && unless ? unless.conflict : 'unknown'
}

export function peopleTable(engine: Engine): People {
  const reads = peopleReads(engine)
  return { ...reads, ...peopleWrites(engine), ...pinTries(engine, reads) }
}

function peopleReads({ read }: DataReader) {
  const found = async (where: Statement) => {
    const row = await firstRow(read<PersonRow>(sql`${people} WHERE ${where}`))
    return row ? personOf(row) : null
  }
  return {
    list: async () => (await read<PersonRow>(sql`${people} ORDER BY created_at, id`)).map(personOf),
    byId: (id) => found(sql`id = ${id}`),
    byName: (name) => found(sql`name_key = ${keyOf(name)}`),
    async pinOf(id) {
      const row = await firstRow(read<{ readonly pin: string }>(sql`SELECT pin FROM operator WHERE id = ${id}`))
      return row ? (JSON.parse(row.pin) as PinHash) : null
    },
    hasOwner: async () => (await readCount({ read }, owners)) > 0,
  } satisfies Partial<People>
}

function peopleWrites(engine: Engine) {
  const { append } = engine
  return {
    async create({ id, name, role, language, outlets, codeUntil, createdAt }, pin, by) {
      const refused = await append([
        oneRow(
          sql`INSERT INTO operator (id, name, name_key, role, language, outlets, pin, code_until, created_at)
              VALUES (${id}, ${name}, ${keyOf(name)}, ${role}, ${language}, ${JSON.stringify(outlets)},
                ${JSON.stringify(pin)}, ${codeUntil ?? null}, ${createdAt})
              ON CONFLICT (name_key) DO NOTHING`,
          'name_taken',
        ),
        actStep({
          at: createdAt,
          by,
          type: 'operator_created',
          facts: { id, name, role, ...(outlets.length > 0 && { outlets }) },
        }),
      ])
      return refused ?? 'created'
    },
    setPin: (id, pin, { by, at, staysId }, codeUntil = null) =>
      change(engine, {
        id,
        staysId,
        set: sql`pin = ${JSON.stringify(pin)}, code_until = ${codeUntil}`,
        forgetsTries: true,
        act: { at, by, type: codeUntil === null ? 'operator_pin_set' : 'operator_code_made' },
      }),
    setRole: (id, role, { by, at }) =>
      change(engine, {
        id,
        ...(role === 'owner'
          ? { set: sql`role = ${role}, outlets = '[]'` }
          : { set: sql`role = ${role}`, unless: isLastOwner }),
        act: { at, by, type: 'operator_role_set', facts: { role } },
      }),
    setOutlets: (id, outlets, { by, at }) =>
      change(engine, {
        id,
        set: sql`outlets = ${JSON.stringify(outlets)}`,
        unless: { is: sql`role = 'owner'`, conflict: 'is_owner' },
        act: { at, by, type: 'operator_outlets_set', facts: { outlets } },
      }),
    setDisabled: (id, isDisabled, { by, at }) =>
      change(engine, {
        id,
        ...(isDisabled
          ? { set: sql`disabled_at = coalesce(disabled_at, ${at})`, unless: isLastOwner }
          : { set: sql`disabled_at = NULL` }),
        act: { at, by, type: isDisabled ? 'operator_disabled' : 'operator_enabled' },
      }),
  } satisfies Partial<People>
}

type Tries = Pick<People, 'countTry' | 'triesAt' | 'forgetTries'>

const pinTries = ({ read, append }: Engine, { pinOf }: Pick<People, 'pinOf'>): Tries => ({
  async countTry(id, { door, origin }) {
    // Counted first: of simultaneous tries each counts before its PIN is compared.
    const refused = await append([
      oneRow(
        sql`INSERT INTO pin_try (operator_id, door, origin, in_a_row)
            SELECT id, ${door}, ${origin}, 1 FROM operator WHERE id = ${id}
            ON CONFLICT (operator_id, door, origin) DO UPDATE SET in_a_row = pin_try.in_a_row + 1`,
        'unknown',
      ),
    ])
    return refused ? null : pinOf(id)
  },
  triesAt: (id, { door, origin }) =>
    readCount(
      { read },
      sql`SELECT in_a_row AS count FROM pin_try WHERE operator_id = ${id} AND door = ${door} AND origin = ${origin}`,
    ),
  async forgetTries(id, { door, origin }) {
    await append([sql`DELETE FROM pin_try WHERE operator_id = ${id} AND door = ${door} AND origin = ${origin}`])
  },
})
