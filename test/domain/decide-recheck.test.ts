import { describe, expect, test } from 'vitest'
import { decideMembership } from '../../shared/domain/consolidation-rules.ts'
import { decideAfterLookUps, decideLookUp } from '../../shared/domain/decide-look-up.ts'
import {
  decideConsolidatedRecheck,
  decideGapRecheck,
  decideRepeatRecheck,
  type HistoryGap,
} from '../../shared/domain/decide-submission.ts'
import type { RecordEvent } from '../../shared/domain/event.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import { type Phase, phases, type RecordState } from '../../shared/domain/record.ts'
import { statusOf } from '../../shared/domain/status.ts'
import { eventOf, noon, recordIn } from '../support/records.ts'

const rules = { resendWindowMs: 6_000_000, quarantineMs: 600_000, lookUpIntervalMs: 60_000 }
const mistrusted = (record: RecordState): RecordState => {
  const decision = decideGapRecheck(record, 'restored', noon)
  if (decision.kind === 'unchanged') throw new Error(`${record.phase} is not mistrusted`)
  return evolve(record, decision.event)
}

describe('what is kept here may be older than what happened', () => {
  const doubted: readonly Phase[] = ['queued', 'held', 'sending']

  test.each(phases.map((phase) => ({ phase })))(
    '$phase is looked up first only where something of it could be sent',
    ({ phase }) => {
      const decision = decideGapRecheck(recordIn(phase), 'restored', noon)
      expect(decision.kind === 'happens').toBe(doubted.includes(phase))
    },
  )

  test.each(doubted.map((phase) => ({ phase })))('$phase becomes unknown and is never Pending again', ({ phase }) => {
    const record = mistrusted(recordIn(phase))
    expect(record).toMatchObject({
      phase: 'unknown',
      everSent: true,
      attention: null,
      doubt: { since: noon, lookUps: 0 },
    })
    expect(statusOf(record)).toBe('InProgress')
  })

  test('a receipt may have become an e-invoice of its own', () => {
    const receipt = recordIn('queued', { consolidated: true })
    expect(decideGapRecheck(receipt, 'restored', noon).kind).toBe('happens')
    const part = { ...receipt, consolidatedInto: 'some document' }
    expect(decideGapRecheck(part, 'restored', noon).kind).toBe('unchanged')
  })

  test('a receipt of which nothing was found may go into a document', () => {
    const receipt = lookedFor(mistrusted(recordIn('queued', { consolidated: true })))
    expect(receipt).toMatchObject({ phase: 'queued', everSent: false })
    expect(decideMembership(receipt, 'a document', noon).kind).toBe('happens')
  })
})

const restored: HistoryGap = { upTo: 7, reason: 'restored', soldBefore: noon, since: noon - 1000 }
const hourMs = 3_600_000

describe('what begins anew after a restore', () => {
  const late = noon + hourMs
  const corrected = (over: object = {}) => ({ ...recordIn('queued'), submittedAt: noon - hourMs, ...over })
  const revised = { ...eventOf.revised, at: late }
  const received = { ...eventOf.received, at: late }
  const types: readonly RecordEvent[] = [revised, eventOf.resent, eventOf.converted, eventOf.unconsolidated]

  test.each(types.map((event) => ({ event })))('$event.type may have been done before', ({ event }) => {
    const decision = decideRepeatRecheck({ seq: 7, record: corrected() }, event, restored)
    expect(decision).toMatchObject({ event: { type: 'presumed_sent', reason: 'restored', from: noon - hourMs } })
  })

  test('so may a sale of before that comes after, since it was sold; one of after is new', () => {
    const sold = (issuedAt: number) => ({ seq: 8, record: corrected({ submittedAt: late, issuedAt }) })
    expect(decideRepeatRecheck(sold(noon - 1), received, restored)).toMatchObject({
      event: { from: noon - 1 - 300_000 },
    })
    expect(decideRepeatRecheck(sold(noon), received, restored).kind).toBe('unchanged')
  })

  test('a correction of what came after is new, and nothing else that happens is a beginning', () => {
    const record = corrected({ issuedAt: noon })
    expect(decideRepeatRecheck({ seq: 8, record }, revised, restored).kind).toBe('unchanged')
    expect(decideRepeatRecheck({ seq: 7, record }, eventOf.requeued, restored).kind).toBe('unchanged')
  })

  test('a document of receipts that were forgotten is looked for since the last that was not', () => {
    const member = (seq: number, issuedAt: number) => ({ seq, record: corrected({ submittedAt: late, issuedAt }) })
    const decide = (...members: readonly ReturnType<typeof member>[]) =>
      decideConsolidatedRecheck(members, restored, late)
    expect(decide(member(8, noon), member(9, noon - 1)), 'sold before').toMatchObject({
      event: { type: 'presumed_sent', from: noon - 1 - 300_000 },
    })
    expect(decide(member(3, noon)), 'kept before').toMatchObject({ event: { from: noon - 1000 } })
    expect(decide(member(8, noon)).kind).toBe('unchanged')
  })
})

/** The record after two look-ups past the quarantine that found nothing. */
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
    expect(record).toMatchObject({ phase: 'queued', everSent: false, confirmedNotReceived: true, firstSentAt: null })
    expect(statusOf(record)).toBe('InProgress')
  })

  test('goes again byte for byte where it was claimed, while the authority would know it for a copy', () => {
    expect(lookedFor(mistrusted(recordIn('sending')))).toMatchObject({
      phase: 'queued',
      everSent: true,
      confirmedNotReceived: false,
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
