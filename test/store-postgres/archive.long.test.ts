import { describe } from 'vitest'
import { closedMonthsContract } from '../contract/closed-months.ts'
import { headOfficeWithPast } from '../support/head-office-with-past.ts'
import { whyNoPostgres } from '../support/postgres.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('at a head office', () => {
  const office = headOfficeWithPast()
  closedMonthsContract(office)
})
