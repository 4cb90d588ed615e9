import { describe, expect, test } from 'vitest'
import {
  decideLookUp,
  decideMissing,
  isResultOverdue,
  makeDoubtEvents,
  missingStatus,
} from '../../shared/domain/decide-look-up.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { decideResolution } from '../../shared/domain/person-acts.ts'
import { phases } from '../../shared/domain/record.ts'
import { statusOf } from '../../shared/domain/status.ts'
import { eventOf, hourMs, noon, recordIn } from '../support/records.ts'
import { rules } from '../support/world.ts'

const submitted = recordIn('submitted')
const later = noon + hourMs
const doubted = makeDoubtEvents(later).reduce(evolve, submitted)
const nothing = { kind: 'nothing' } as const
const same = { kind: 'same', uuid: 'UUID-1', submissionUid: 'SUB-1' } as const

test('only what was accepted an hour ago or longer is unconfirmed, also by a clock that was set back meanwhile', () => {
  expect(isResultOverdue(submitted, later - 1)).toBe(false)
  expect(isResultOverdue(submitted, later)).toBe(true)
  expect(isResultOverdue({ ...submitted, firstSentAt: noon + 9999 * hourMs }, noon)).toBe(true)
  for (const phase of phases.filter((each) => each !== 'submitted'))
    expect(isResultOverdue(recordIn(phase), later)).toBe(false)
})

describe('an accepted document that is doubted', () => {
  test('is a person’s, and never goes again by itself however often it is not found', () => {
    expect(doubted).toMatchObject({
      phase: 'conflict',
      doubt: { since: later },
      everSent: true,
      attention: 'in_doubt_expired',
    })
    expect(statusOf(doubted)).toBe('InProgress')
    for (let hours = 1; hours < 100; hours += 1)
      expect(decideLookUp(doubted, nothing, later + hours * hourMs, rules)).toEqual({ kind: 'unchanged' })
  })

  test('is accepted again as soon as it is found', () => {
    const decision = decideLookUp(doubted, same, later + 1, rules)
    if (decision.kind !== 'happens') throw new Error('nothing happens')
    expect(evolve(doubted, decision.event)).toMatchObject({ phase: 'submitted', attention: null, firstSentAt: noon })
  })

  test('goes again only on a person’s word, after the quarantine', () => {
    const say = (at: number) =>
      decideResolution(doubted, 'not_received', { by: 'person:Aini', evidence: 'looked', at, finding: nothing }, rules)
    expect(say(later)).toMatchObject({ code: 'resolution_denied_quarantine' })
    expect(say(later + rules.quarantineMs)).toMatchObject({ event: { type: 'confirmed_not_received' } })
  })
})

describe('an answer that the authority does not have an accepted document', () => {
  const noted = { type: 'anomaly', observed: missingStatus, at: later } as const
  const minuteMs = 60_000

  test('proves nothing while it is new', () => {
    expect(decideMissing(submitted, eventOf.taken, later - 1)).toBe('wait')
  })

  test('is noted, and believed when it comes again ten minutes later', () => {
    expect(decideMissing(submitted, eventOf.taken, later)).toBe('note')
    expect(decideMissing(submitted, noted, later + 10 * minuteMs - 1)).toBe('wait')
    expect(decideMissing(submitted, noted, later + 10 * minuteMs)).toBe('doubt')
  })

  test('is noted anew where something else happened since, or the clock was set back', () => {
    expect(decideMissing(submitted, { ...noted, observed: 'Submitted' }, later + hourMs)).toBe('note')
    expect(decideMissing(submitted, { ...noted, at: later + 9 * hourMs }, later + hourMs)).toBe('note')
  })
})
