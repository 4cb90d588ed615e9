import type { Store } from '../port/port.ts'
import type { Engine } from '../sql.ts'
import { actsTable } from './acts.ts'
import { codesTable } from './codes.ts'
import { companiesTable } from './companies.ts'
import { draftsTable } from './drafts.ts'
import { peopleTable } from './people.ts'
import { settingsTable } from './settings.ts'
import { taxpayersTable } from './taxpayers.ts'
import { tokensTable } from './tokens.ts'
import { type StoredOf, webhooksTable } from './webhooks.ts'

/** The tables whose SQL is the same on every engine. */
export const tablesOver = (engine: Engine, stored: StoredOf) =>
  ({
    acts: actsTable(engine),
    codes: codesTable(engine),
    companies: companiesTable(engine),
    drafts: draftsTable(engine),
    people: peopleTable(engine),
    settings: settingsTable(engine),
    taxpayers: taxpayersTable(engine),
    tokens: tokensTable(engine),
    webhooks: webhooksTable(engine, stored),
  }) satisfies Partial<Store>
