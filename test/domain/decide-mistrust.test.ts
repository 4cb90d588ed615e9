import { describe, expect, test } from 'vitest'
import { decideAfterLookUps, decideLookUp } from '../../shared/domain/decide-look-up.ts'
import { decideMistrust } from '../../shared/domain/decide-mistrust.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { type Phase, phases, type RecordState } from '../../shared/domain/record.ts'
import { statusOf } from '../../shared/domain/status.ts'
import { noon, recordIn } from '../support/records.ts'

const rules = { resendWindowMs: 6_000_000, quarantineMs: 600_000, lookUpIntervalMs: 60_000 }
const mistrusted = (record: RecordState): RecordState => {
  const decision = decideMistrust(record, 'restored', noon)
  if (decision.kind === 'unchanged') throw new Error(`${record.phase} is not mistrusted`)
  return evolve(record, decision.event)
}

describe('what is kept here may be older than what happened', () => {
  const doubted: readonly Phase[] = ['queued', 'held', 'sending']

  test.each(phases.map((phase) => ({ phase })))(
    '$phase is looked up first only where something of it could be sent',
    ({ phase }) => {
      const decision = decideMistrust(recordIn(phase), 'journal_ahead', noon)
      expect(decision.kind === 'happens').toBe(doubted.includes(phase))
    },
  )

  test.each(doubted.map((phase) => ({ phase })))('$phase becomes unknown and is never Pending again', ({ phase }) => {
    const record = mistrusted(recordIn(phase))
    expect(record).toMatchObject({ phase: 'unknown', everSent: true, doubtedAt: noon, attention: null, lookUps: 0 })
    expect(statusOf(record)).toBe('InProgress')
  })

  test('what waits for its consolidated document is never sent by itself, so it stays', () => {
    expect(decideMistrust(recordIn('queued', { consolidated: true }), 'restored', noon).kind).toBe('unchanged')
  })
})

/** Looked for twice, after the quarantine, and not there. */
function lookedFor(start: RecordState): RecordState {
  let record = start
  for (const at of [noon + 600_000, noon + 660_000]) {
    const decision = decideLookUp(record, { kind: 'nothing' }, at, rules)
    if (decision.kind === 'happens') record = evolve(record, decision.event)
  }
  const decided = decideAfterLookUps(record, noon + 660_000, rules)
  return decided.kind === 'happens' ? evolve(record, decided.event) : record
}

describe('a mistrusted record that is nowhere at the authority', () => {
  test('goes as new where it was never claimed here, and can not be voided any more', () => {
    const record = lookedFor(mistrusted(recordIn('queued')))
    expect(record).toMatchObject({ phase: 'queued', everSent: false, vouched: true, firstSentAt: null })
    expect(statusOf(record)).toBe('InProgress')
  })

  test('goes again byte for byte where it was claimed, while the authority would know it for a copy', () => {
    expect(lookedFor(mistrusted(recordIn('sending')))).toMatchObject({
      phase: 'queued',
      everSent: true,
      vouched: false,
    })
  })

  test('goes to a person where it was claimed too long ago', () => {
    const record = recordIn('sending')
    const long = { ...record, firstSentAt: noon - rules.resendWindowMs }
    expect(lookedFor(mistrusted(long))).toMatchObject({ phase: 'conflict', attention: 'in_doubt_expired' })
  })
})

test('a mistrusted record that is found has been sent since then at the latest', () => {
  const decision = decideLookUp(
    mistrusted(recordIn('queued')),
    { kind: 'same', uuid: 'U', submissionUid: 'S' },
    noon + 1,
    rules,
  )
  if (decision.kind === 'unchanged') throw new Error('not found')
  expect(evolve(mistrusted(recordIn('queued')), decision.event)).toMatchObject({
    phase: 'submitted',
    firstSentAt: noon + 1,
  })
})
