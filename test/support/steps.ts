import { fc } from '@fast-check/vitest'
import { resolutionKinds } from '../../shared/domain/person-acts.ts'
import { plainSteps, type Step } from './step.ts'

const losses = ['lostBefore', 'lostAfter', 'late'] as const

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plainSteps).map((name) => ({ do: name })) },
  { weight: 4, arbitrary: fc.constant({ do: 'claim' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      fate: fc.constantFrom(...losses, 'unsent', 'accepted', 'acceptedUnseen', 'rejected'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      // Spans around every limit: a request, the interval, the quarantine, the window for sending again, three days.
      ms: fc.constantFrom(1, 59_999, 60_000, 300_000, 600_000, 3_600_000, 5_400_000, 72 * 3_600_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('lookUp' as const),
      sees: fc.constantFrom('truth', 'truth', 'nothing', 'nothing', 'other'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), fate: fc.constantFrom(...losses) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('judge' as const), verdict: fc.constantFrom('valid', 'invalid') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('follow' as const),
      originals: fc.constantFrom(null, 'waits_for_original', 'original_not_valid'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resolve' as const), as: fc.constantFrom(...resolutionKinds) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), isReferredTo: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('answerCancel' as const),
      fate: fc.constantFrom(...losses, 'cancelled', 'refused', 'unsent'),
    }),
  },
)

const lookedForTwice: readonly Step[] = [
  { do: 'pass', ms: 600_000 },
  { do: 'lookUp', sees: 'nothing' },
  { do: 'pass', ms: 60_000 },
  { do: 'lookUp', sees: 'nothing' },
]
const valid: readonly Step[] = [
  { do: 'claim' },
  { do: 'send', fate: 'accepted' },
  { do: 'judge', verdict: 'valid' },
  { do: 'poll' },
]
const inConflict: readonly Step[] = [
  { do: 'claim' },
  { do: 'send', fate: 'lostBefore' },
  { do: 'lookUp', sees: 'other' },
]
const cancelAsked: readonly Step[] = [{ do: 'cancel', isReferredTo: false }, { do: 'askToCancel' }]

/** Beginnings that random steps rarely reach. */
const beginnings: readonly (readonly Step[])[] = [
  [],
  [{ do: 'follow', originals: 'waits_for_original' }],
  [{ do: 'claim' }, { do: 'send', fate: 'late' }],
  [{ do: 'claim' }, { do: 'send', fate: 'lostBefore' }, ...lookedForTwice],
  [{ do: 'claim' }, { do: 'send', fate: 'lostAfter' }],
  [{ do: 'claim' }, { do: 'send', fate: 'lostAfter' }, ...lookedForTwice, { do: 'claim' }],
  [
    { do: 'claim' },
    { do: 'send', fate: 'lostAfter' },
    ...lookedForTwice,
    { do: 'claim' },
    { do: 'send', fate: 'acceptedUnseen' },
  ],
  [{ do: 'claim' }, { do: 'send', fate: 'rejected' }],
  valid,
  [...valid, ...cancelAsked],
  [...valid, ...cancelAsked, { do: 'answerCancel', fate: 'lostAfter' }],
  [...valid, ...cancelAsked, { do: 'answerCancel', fate: 'late' }],
  [...inConflict, { do: 'pass', ms: 600_000 }, { do: 'resolve', as: 'not_received' }],
  [...inConflict, { do: 'pass', ms: 600_000 }, { do: 'resolve', as: 'not_valid' }],
  [{ do: 'claim' }, { do: 'send', fate: 'late' }, { do: 'lookUp', sees: 'other' }],
]

/** A random life of a record: steps of people, gateway, network and authority in any order. */
export const aLife: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.constantFrom(...beginnings), fc.array(step, { maxLength: 50, size: 'max' }))
  .map(([beginning, steps]) => [...beginning, ...steps])
