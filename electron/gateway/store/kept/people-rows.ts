import type { Person } from '../port/people.ts'

// Columns have the names of the port, so that a row is what is handed out.

export const people = `SELECT id, name, role, language, outlets, code_until AS "codeUntil", created_at AS "createdAt",
  disabled_at AS "disabledAt",
  (SELECT coalesce(max(in_a_row), 0) FROM pin_try WHERE operator_id = id) AS "wrongPins" FROM operator`

/** A person as a row has it. */
export interface PersonRow extends Omit<Person, 'outlets'> {
  /** JSON. */
  readonly outlets: string
}

export const personOf = ({ outlets, ...row }: PersonRow): Person => ({
  ...row,
  outlets: JSON.parse(outlets) as Person['outlets'],
})

/** What the journal says of somebody new. */
export const factsOf = ({ id, name, role, outlets }: Pick<Person, 'id' | 'name' | 'role' | 'outlets'>) => ({
  id,
  name,
  role,
  ...(outlets.length > 0 && { outlets }),
})

export const drafts = 'SELECT id, body, created_at AS "createdAt", updated_at AS "updatedAt" FROM draft'

/** Names are told apart as people tell them apart: not by case, and not by how a letter is put together. */
export const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()
