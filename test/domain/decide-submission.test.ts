import { describe, expect, test } from 'vitest'
import { decideSubmission, type MatchingRecords } from '../../shared/domain/decide-submission.ts'
import { phases, type RecordState } from '../../shared/domain/record.ts'
import { after, anIdentity, recordIn } from '../support/records.ts'

const nothing: MatchingRecords = {
  byGuid: null,
  byKey: null,
  voidedByKey: null,
  isSameBody: false,
  isBodyBeforeConversion: false,
}
const other = anIdentity({ saleGuid: '5e1f0000-0000-4000-8000-000000000002' })

const withGuid = (known: Partial<MatchingRecords>, identity = anIdentity()) =>
  decideSubmission({ identity, namesGuid: true }, { ...nothing, ...known })
const withoutGuid = (known: Partial<MatchingRecords>) =>
  decideSubmission({ identity: other, namesGuid: false }, { ...nothing, ...known })

const refused = (code: string, record: RecordState | null) => ({ kind: 'refused', code, record })
const knownAs = (record: RecordState, isSameBody = false) => ({ byGuid: record, byKey: record, isSameBody })
const closed = after('claimed', 'refused', 'closed')
const open = phases.filter((phase) => !['voided', 'cancelled'].includes(phase))

describe('a submission that names its SALE_GUID (contract 5)', () => {
  test('is received where nothing is known under its names', () => {
    expect(withGuid({})).toEqual({ kind: 'receives' })
  })

  test.each(open)('with the same body is a replay of a record that is %s', (phase) => {
    const record = recordIn(phase)
    expect(withGuid(knownAs(record, true))).toEqual({ kind: 'replays', record })
  })

  test.each(open.filter((phase) => phase !== 'invalid'))('with another body is refused while it is %s', (phase) => {
    const record = recordIn(phase)
    expect(withGuid(knownAs(record))).toEqual(refused('sale_guid_reused', record))
  })

  test.each(phases.filter((phase) => phase !== 'voided'))(
    'is refused where its key names another that is %s',
    (phase) => {
      const record = recordIn(phase)
      expect(withGuid({ byKey: record }, other)).toEqual(refused('business_key_reused', record))
      expect(withGuid({ byKey: record, isSameBody: true }, other)).toEqual(refused('business_key_reused', record))
    },
  )

  test.each([true, false])('is refused for a voided or cancelled record, same body: %s', (isSameBody) => {
    const [voided, cancelled] = [recordIn('voided'), recordIn('cancelled')]
    expect(withGuid({ byGuid: voided, voidedByKey: voided, isSameBody })).toEqual(refused('record_voided', voided))
    expect(withGuid(knownAs(cancelled, isSameBody))).toEqual(refused('record_cancelled', cancelled))
  })

  test('may take the business key of a voided record', () => {
    expect(withGuid({ voidedByKey: recordIn('voided') }, other)).toEqual({ kind: 'receives' })
  })

  test('corrects an invalid record under the same key', () => {
    const record = recordIn('invalid')
    expect(withGuid(knownAs(record))).toEqual({ kind: 'revises', record })
  })

  test.each(['companyCode', 'outletName', 'terminalName', 'shiftCode', 'saleCode'] as const)(
    'corrects nothing where %s differs',
    (part) => {
      const record = recordIn('invalid')
      const identity = anIdentity({ [part]: 'another' })
      expect(withGuid({ byGuid: record }, identity)).toEqual(refused('sale_guid_reused', record))
    },
  )

  test('corrects neither a consolidated nor a closed record', () => {
    const consolidated = recordIn('invalid', { consolidated: true })
    expect(withGuid(knownAs(consolidated))).toEqual(refused('sale_guid_reused', consolidated))
    expect(withGuid(knownAs(closed))).toEqual(refused('record_closed', closed))
    expect(withoutGuid({ byKey: closed })).toEqual(refused('record_closed', closed))
  })

  test('replays a closed record to whoever sends it again as it was', () => {
    expect(withGuid(knownAs(closed, true))).toEqual({ kind: 'replays', record: closed })
    expect(withoutGuid({ byKey: closed, isSameBody: true })).toEqual({ kind: 'replays', record: closed })
  })

  test.each([{ kind: 'credit_note' } as const, { family: 'self_billed' } as const])(
    'is refused where the record is not %o, even voided, even with the same body',
    (elsewhere) => {
      for (const record of [recordIn('queued'), recordIn('voided'), recordIn('invalid')])
        expect(withGuid({ byGuid: record, isSameBody: true }, anIdentity(elsewhere))).toEqual(
          refused('sale_guid_reused', record),
        )
    },
  )

  test('learns nothing of a record of another company', () => {
    const identity = anIdentity({ companyGuid: '22222222-2222-4222-8222-222222222222' })
    expect(withGuid({ byGuid: recordIn('valid'), isSameBody: true }, identity)).toEqual(
      refused('sale_guid_reused', null),
    )
  })
})

describe('a submission without SALE_GUID (contract 5)', () => {
  test('is received where its key is free', () => {
    expect(withoutGuid({})).toEqual({ kind: 'receives' })
  })

  test.each(open)('with the same body is a replay of the record under its key that is %s', (phase) => {
    const byKey = recordIn(phase)
    expect(withoutGuid({ byKey, isSameBody: true })).toEqual({ kind: 'replays', record: byKey })
  })

  test.each(open.filter((phase) => phase !== 'invalid'))('with another body is refused while that is %s', (phase) => {
    const byKey = recordIn(phase)
    expect(withoutGuid({ byKey })).toEqual(refused('business_key_reused', byKey))
  })

  test('corrects an invalid record', () => {
    const record = recordIn('invalid')
    expect(withoutGuid({ byKey: record })).toEqual({ kind: 'revises', record })
  })

  test('with the body of a cancelled record is a replay, with another its key is taken', () => {
    const byKey = recordIn('cancelled')
    expect(withoutGuid({ byKey, isSameBody: true })).toEqual({ kind: 'replays', record: byKey })
    expect(withoutGuid({ byKey })).toEqual(refused('business_key_reused', byKey))
  })

  test('does not bring a voided sale back to life', () => {
    const voidedByKey = recordIn('voided')
    expect(withoutGuid({ voidedByKey })).toEqual(refused('record_voided', voidedByKey))
  })
})
