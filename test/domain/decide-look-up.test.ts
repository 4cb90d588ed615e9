import { describe, expect, test } from 'vitest'
import { decideAfterLookUps, decideLookUp } from '../../shared/domain/decide-look-up.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { phases, type RecordState } from '../../shared/domain/record.ts'
import { after, noon, recordIn } from '../support/records.ts'
import { rules } from '../support/world.ts'

const same = { kind: 'same', uuid: 'U', submissionUid: 'S' } as const
const nothing = { kind: 'nothing' } as const
const quarantineEnd = noon + rules.quarantineMs
const unchanged = { kind: 'unchanged' }
const lookedFor = (lookUps: number, over: Partial<RecordState> = {}) =>
  recordIn('unknown', { doubt: { since: noon, lookUps, lastLookUpAt: quarantineEnd }, ...over })

describe('a look-up of a record in doubt (reliability 4.6)', () => {
  test.each(['unknown', 'conflict'] as const)('adopts what it finds of one that is %s', (phase) => {
    expect(decideLookUp(recordIn(phase), same, noon, rules)).toMatchObject({ event: { type: 'found', uuid: 'U' } })
  })

  test.each([
    ['is not ours', { kind: 'other' }],
    ['nothing is left to compare with', { ...same, kind: 'unproven' }],
  ] as const)('gives a person a document that %s', (_, finding) => {
    expect(decideLookUp(recordIn('unknown'), finding, noon, rules)).toMatchObject({
      event: { type: 'conflicted', attention: 'conflict' },
    })
    expect(decideLookUp(recordIn('conflict'), finding, noon, rules)).toEqual(unchanged)
  })

  test.each(phases.filter((phase) => phase !== 'unknown' && phase !== 'conflict'))(
    'changes nothing of a record that is %s',
    (phase) => {
      for (const finding of [same, nothing, { kind: 'other' }, { ...same, kind: 'unproven' }] as const)
        expect(decideLookUp(recordIn(phase), finding, quarantineEnd, rules)).toEqual(unchanged)
    },
  )

  test('that finds nothing counts only after the quarantine', () => {
    expect(decideLookUp(recordIn('unknown'), nothing, quarantineEnd - 1, rules)).toEqual(unchanged)
    expect(decideLookUp(recordIn('unknown'), nothing, quarantineEnd, rules)).toMatchObject({
      event: { type: 'not_found' },
    })
  })

  test('that finds nothing counts only well apart from the one before', () => {
    const next = quarantineEnd + rules.lookUpIntervalMs
    expect(decideLookUp(lookedFor(1), nothing, next - 1, rules)).toEqual(unchanged)
    expect(decideLookUp(lookedFor(1), nothing, next, rules)).toMatchObject({ event: { type: 'not_found' } })
  })

  test('that finds nothing counts also where the one before lies ahead, because the clock was set back since', () => {
    const ahead = lookedFor(1, {
      doubt: { since: noon, lookUps: 1, lastLookUpAt: quarantineEnd + rules.lookUpIntervalMs * 60 },
    })
    expect(decideLookUp(ahead, nothing, quarantineEnd, rules)).toMatchObject({ event: { type: 'not_found' } })
    expect(decideLookUp(lookedFor(1), nothing, quarantineEnd, rules)).toEqual(unchanged)
  })

  // Found by the soak test: a doubt that was dated two hours ahead waited two hours; one dated ten years ahead, ten
  // years.
  test('begins the quarantine anew where the doubt lies ahead and our clock is right again', () => {
    const ahead = recordIn('unknown', { doubt: { since: noon + 2 * 3_600_000, lookUps: 0, lastLookUpAt: null } })
    expect(decideLookUp(ahead, nothing, noon, rules)).toEqual(unchanged)
    const decision = decideLookUp(ahead, nothing, noon, { ...rules, isClockRight: true })
    if (decision.kind !== 'happens') throw new Error('nothing happened')
    const anew = evolve(ahead, decision.event)
    expect(anew).toMatchObject({ phase: 'unknown', doubt: { since: noon, lookUps: 0 } })
    expect(decideLookUp(anew, nothing, quarantineEnd - 1, rules)).toEqual(unchanged)
    expect(decideLookUp(anew, nothing, quarantineEnd, rules)).toMatchObject({ event: { type: 'not_found' } })
  })
})

describe('after look-ups that found nothing', () => {
  const windowEnd = noon + rules.resendWindowMs

  // Found by the soak test: a document of 2036 was sent again and again, because its window would have closed in 2036.
  test('a record first sent by a clock that was ahead goes to a person', () => {
    const ahead = lookedFor(2, { firstSentAt: quarantineEnd + 1 })
    expect(decideAfterLookUps(ahead, quarantineEnd, rules)).toMatchObject({
      event: { type: 'conflicted', attention: 'in_doubt_expired' },
    })
  })

  test('one proves nothing yet', () => {
    expect(decideAfterLookUps(lookedFor(1), quarantineEnd, rules)).toEqual(unchanged)
  })

  test.each([
    [windowEnd - 1, 'requeued'],
    [windowEnd, 'conflicted'],
  ])('two, at %i, make it %s: never sent again once the window is shut', (now, type) => {
    expect(decideAfterLookUps(lookedFor(2), now, rules)).toMatchObject({ event: { type } })
  })

  test('what the authority calls a duplicate goes no more, and is a person’s once the window is shut', () => {
    const called = { ...rules, isDuplicate: true }
    expect(decideAfterLookUps(lookedFor(9), windowEnd - 1, called)).toEqual(unchanged)
    expect(decideAfterLookUps(lookedFor(9), windowEnd, called)).toMatchObject({ event: { type: 'conflicted' } })
  })

  test('a doubt that begins anew needs two look-ups of its own', () => {
    const again = after(
      'claimed',
      'outcome_unknown',
      'not_found',
      'not_found',
      'requeued',
      'claimed',
      'outcome_unknown',
    )
    expect(again).toMatchObject({ phase: 'unknown', doubt: { lookUps: 0, lastLookUpAt: null } })
  })
})
