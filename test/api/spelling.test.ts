import { describe, expect, test } from 'vitest'
import { interfaceEndpoints, operatorEndpoints } from '../../shared/api/openapi/described.ts'
import { buildOpenApi } from '../../shared/api/openapi/reference.ts'
import { fieldNamesIn } from './field-names.ts'

const fieldsOf = (endpoints: typeof operatorEndpoints) => new Set(fieldNamesIn(buildOpenApi('1', endpoints)))
const operator = fieldsOf(operatorEndpoints)
const tills = fieldsOf(interfaceEndpoints)

/** For each field its only name, and names that it had before. */
const spellings = {
  unsent: ['waiting_to_send', 'oldest_waiting_at'],
  unconsolidated: ['to_consolidate', 'waiting_for_consolidation'],
  started_at: ['begun_at', 'began_at'],
  finished_at: ['ended_at'],
  one_time_code: ['code_until', 'needs_code'],
  message: ['sentence'],
  version: ['VERSION', 'seen'],
  disclose: ['discloses'],
  SALE_GUID: ['sale_guid'],
  AUTHORITY_UUID: ['uuid', 'authority_uuid'],
  TOTAL_PAYABLE: ['TOTAL', 'total_payable'],
  CURRENCY_CODE: ['currency_code'],
} as const

describe('a concept of the operator API', () => {
  test.each(Object.entries(spellings))('has the one name %s', (name, others) => {
    expect(operator).toContain(name)
    expect(others.filter((other) => operator.has(other))).toEqual([])
  })

  test('that the record has a name for has that one, and none in small letters beside it', () => {
    // `IN_DOUBT` is a yes or no of a record; `in_doubt` is a count.
    const inLowerCase = [...tills].filter((name) => /[A-Z]_[A-Z]/.test(name)).map((name) => name.toLowerCase())
    expect(inLowerCase.filter((name) => operator.has(name))).toEqual(['in_doubt'])
  })
})
