import { describe, expect, test } from 'vitest'
import { type EventType, transitions } from '../../shared/domain/event.ts'
import { evolve, receive } from '../../shared/domain/evolve.ts'
import { type Phase, phases } from '../../shared/domain/record.ts'
import { statusOf } from '../../shared/domain/status.ts'
import { aContent, after, eventOf, received, recordIn } from '../support/records.ts'

type LivingType = Exclude<EventType, 'received'>
const living = (Object.keys(transitions) as EventType[]).filter((type): type is LivingType => type !== 'received')
const pairs = phases.flatMap((phase) => living.map((type) => ({ phase, type })))
const isLegal = ({ phase, type }: { phase: Phase; type: EventType }) =>
  (transitions[type].from as readonly Phase[]).includes(phase)

/** The table of reliability 4.3, copied by hand: for each event, from which phase to which. */
const law: Readonly<Partial<Record<EventType, readonly `${Phase}>${Phase}`[]>>> = {
  revised: ['invalid>queued'],
  resent: ['invalid>queued'],
  held: ['queued>held', 'held>held'],
  released: ['held>queued'],
  consolidated: ['queued>queued', 'held>queued'],
  validated_in: ['queued>valid'],
  unconsolidated: ['queued>queued', 'valid>queued'],
  converted: ['queued>queued', 'held>held'],
  voided: ['queued>voided', 'held>voided'],
  closed: ['invalid>invalid'],
  restamped: ['queued>queued'],
  claimed: ['queued>sending'],
  unsent: ['sending>queued'],
  taken: ['sending>submitted'],
  refused: ['sending>invalid'],
  outcome_unknown: ['sending>unknown', 'submitted>unknown'],
  presumed_sent: ['queued>unknown', 'held>unknown', 'sending>unknown'],
  not_found: ['unknown>unknown', 'conflict>conflict'],
  requeued: ['unknown>queued'],
  conflicted: ['unknown>conflict', 'queued>conflict'],
  found: ['unknown>submitted', 'conflict>submitted'],
  taken_over: ['conflict>submitted'],
  confirmed_not_received: ['conflict>queued'],
  marked_refused: ['conflict>invalid', 'held>invalid', 'queued>invalid'],
  validated: ['submitted>valid'],
  linked: ['valid>valid'],
  invalidated: ['submitted>invalid'],
  rejection_requested: ['valid>valid'],
  cancel_requested: ['valid>valid'],
  cancel_asked: ['valid>valid'],
  cancel_unsent: ['valid>valid'],
  cancel_outcome_unknown: ['valid>valid'],
  cancel_refused: ['valid>valid'],
  cancelled: ['valid>cancelled', 'submitted>cancelled'],
  anomaly: ['submitted>submitted', 'valid>valid', 'invalid>invalid', 'cancelled>cancelled'],
}

test('the table of transitions is the law, no more and no less', () => {
  const told = Object.fromEntries(
    living.map((type) => {
      const { from, to } = transitions[type]
      return [type, (from as readonly Phase[]).map((phase) => `${phase}>${to === 'same' ? phase : to}`).sort()]
    }),
  )
  const written = Object.fromEntries(Object.entries(law).map(([type, moves]) => [type, [...moves].sort()]))
  expect(told).toEqual(written)
})

test.each(pairs.filter(isLegal))('$type may happen to a record that is $phase', ({ phase, type }) => {
  const record = recordIn(phase)
  const next = evolve(record, eventOf[type])
  expect(law[type]).toContain(`${phase}>${next.phase}`)
  expect(next.version).toBe(record.version + 1)
  expect(next).toMatchObject({ saleGuid: record.saleGuid, kind: record.kind, saleCode: record.saleCode })
})

test.each(pairs.filter((pair) => !isLegal(pair)))('$type is refused for a record that is $phase', ({ phase, type }) => {
  const event = eventOf[type]
  expect(() => evolve(recordIn(phase), event)).toThrow(type)
})

test('nothing leads from being sent, in doubt or in conflict to voided (QR2, QR3)', () => {
  const places = (['sending', 'unknown', 'conflict', 'submitted'] as const).flatMap((phase) =>
    living.filter((type) => isLegal({ phase, type })).map((type) => evolve(recordIn(phase), eventOf[type]).phase),
  )
  expect(places.length).toBeGreaterThan(10)
  expect(places).not.toContain('voided')
})

test('nothing leads out of voided, and only an anomaly is noted on a cancelled record', () => {
  const from = (phase: Phase) => living.filter((type) => isLegal({ phase, type }))
  expect(from('voided')).toEqual([])
  expect(from('cancelled')).toEqual(['anomaly'])
})

describe('what an event leaves behind', () => {
  test('a void locks the record and switches its submission off', () => {
    expect(after('voided')).toMatchObject({ voided: { by: 'token:Till 1' } })
  })

  test('an attempt proven unsent gives back what was before it', () => {
    expect(after('claimed', 'unsent')).toMatchObject({ phase: 'queued', everSent: false, firstSentAt: null })
  })

  test('a re-send proven unsent leaves the earlier doubt in place', () => {
    const again = after('claimed', 'outcome_unknown', 'requeued', 'claimed', 'unsent')
    expect(again).toMatchObject({ phase: 'queued', everSent: true, firstSentAt: eventOf.claimed.at })
  })

  test('a correction begins a revision that was never sent, and keeps when the record was submitted', () => {
    const invalid = recordIn('invalid')
    const next = evolve(invalid, { ...eventOf.revised, at: invalid.submittedAt + 1, content: aContent() })
    expect(next).toMatchObject({ revision: 2, everSent: false, attempts: 0, errors: [], authority: null })
    expect(next.submittedAt).toBe(invalid.submittedAt)
  })

  test.each([null, 'waits_for_original'] as const)('a new record that holds for %s waits or is queued', (holds) => {
    expect(receive(received({ holds }))).toMatchObject({ phase: holds ? 'held' : 'queued', attention: holds })
    expect(evolve(recordIn('invalid'), { ...eventOf.revised, holds }).phase).toBe(holds ? 'held' : 'queued')
  })

  test('a document sent again as it is begins a revision and keeps what the till said', () => {
    const invalid = recordIn('invalid')
    const { documentNumber, totalPayable, issuedAt } = invalid
    expect(evolve(invalid, eventOf.resent)).toMatchObject({
      phase: 'queued',
      revision: 2,
      everSent: false,
      attempts: 0,
      errors: [],
      authority: null,
      documentNumber,
      totalPayable,
      issuedAt,
    })
    expect(evolve(invalid, { ...eventOf.resent, holds: 'original_not_valid' }).phase).toBe('held')
  })

  test('what a person confirmed as not received goes as new and is not Pending any more, until its next revision', () => {
    const notReceived = after('claimed', 'outcome_unknown', 'not_found', 'conflicted', 'confirmed_not_received')
    expect(notReceived).toMatchObject({
      phase: 'queued',
      confirmedNotReceived: true,
      everSent: false,
      sentBefore: false,
      firstSentAt: null,
      doubt: null,
      attention: null,
      authority: null,
    })
    expect(statusOf(notReceived)).toBe('InProgress')
    expect(statusOf(evolve(evolve(notReceived, eventOf.claimed), eventOf.unsent))).toBe('InProgress')
    const refused = evolve(evolve(notReceived, eventOf.claimed), eventOf.refused)
    expect(evolve(refused, eventOf.revised)).toMatchObject({ confirmedNotReceived: false, phase: 'queued' })
  })

  test('an adopted document is no longer in doubt', () => {
    const found = after('claimed', 'outcome_unknown', 'not_found', 'conflicted', 'found')
    expect(found).toMatchObject({ attention: null, doubt: null, authority: { uuid: 'UUID-1' } })
  })
})
