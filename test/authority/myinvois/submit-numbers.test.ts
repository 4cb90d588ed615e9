import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../shared/domain/attempt.ts'
import { always, asking, company, item } from './scripted.ts'

const submissionUid = 'SUBMISSION0123456789ABCDEF'
const named = (invoiceCodeNumber: string, uuid: string) => ({ invoiceCodeNumber, uuid })
const refused = (invoiceCodeNumber: string) => ({ invoiceCodeNumber, error: { code: 'CF321', message: 'Too old' } })

/** The outcomes for KLCC-1 and KLCC-2 after these answers. A list that is undefined is left out of the answer. */
async function judged(acceptedDocuments?: readonly object[], rejectedDocuments?: readonly object[]) {
  const body = { submissionUid, acceptedDocuments, rejectedDocuments }
  const { authority } = await asking({ status: 202, body })
  return authority.submit(company, [item('KLCC-1'), item('KLCC-2')], always)
}

const accepted = (uuid: string): Outcome => ({ kind: 'accepted', uuid, submissionUid })
const unclear: Outcome = { kind: 'inDoubt', reason: 'missing_in_answer' }
const rejected: Outcome = { kind: 'rejected', errors: [{ code: 'CF321', message: 'Too old', field: '' }] }

describe('which document an acceptance speaks of', () => {
  test.each<[string, readonly object[], readonly object[], readonly Outcome[]]>([
    ['one UUID for each number', [named('KLCC-2', 'B'), named('KLCC-1', 'A')], [], [accepted('A'), accepted('B')]],
    [
      'the same twice',
      [named('KLCC-1', 'A'), named('KLCC-1', 'A'), named('KLCC-2', 'B')],
      [],
      [accepted('A'), accepted('B')],
    ],
    [
      'two UUIDs for one number',
      [named('KLCC-1', 'A'), named('KLCC-1', 'C'), named('KLCC-2', 'B')],
      [],
      [unclear, accepted('B')],
    ],
    ['one UUID for two numbers', [named('KLCC-1', 'A'), named('KLCC-2', 'A')], [], [unclear, unclear]],
    [
      'two UUIDs for a number that it refuses besides',
      [named('KLCC-1', 'A'), named('KLCC-1', 'C')],
      [refused('KLCC-1'), refused('KLCC-2')],
      [unclear, rejected],
    ],
  ])('%s', async (_, taken, refusals, outcomes) => {
    expect((await judged(taken, refusals)).outcomes).toEqual(outcomes)
  })

  test('documents that were not sent are counted, and where there are none nothing is said of them', async () => {
    const both = [named('KLCC-1', 'A'), named('KLCC-2', 'B')]
    expect(await judged(both)).not.toHaveProperty('unknownDocuments')
    expect(await judged(undefined, [refused('KLCC-1'), refused('KLCC-2')])).not.toHaveProperty('unknownDocuments')
    expect(await judged([...both, named('KLCC-3', 'C')], [refused('KLCC-4')])).toMatchObject({
      outcomes: [accepted('A'), accepted('B')],
      unknownDocuments: 2,
    })
  })
})

test('a refusal with faults of which only one says anything is told by that one', async () => {
  const details = [
    { code: '', message: '' },
    { code: 'CF404', message: 'Wrong', propertyPath: 'Buyer' },
  ]
  const { authority } = await asking({ status: 422, body: { error: { code: 'BadStructure', message: '', details } } })
  const { outcomes } = await authority.submit(company, [item()], always)
  expect(outcomes).toMatchObject([{ kind: 'rejected' }])
  expect(JSON.stringify(outcomes)).toContain('CF404')
})
