import { describe, expect, test } from 'vitest'
import { dayOf } from '../../shared/domain/calendar.ts'
import {
  deadlineOf,
  deadlineStatusOf,
  earliestOverdueAgeMs,
  endOfDay,
  firstAndLastDay,
  isRunDue,
  lastDayDue,
  mayBuyerAsk,
  monthOrDayOf,
  overdueBefore,
} from '../../shared/domain/consolidation-period.ts'
import { defaultRules, mayConsolidateActivity } from '../../shared/domain/consolidation-rules.ts'

describe('the month of a consolidation', () => {
  test('has its own days, leap years included', () => {
    expect(monthOrDayOf('2026-10-31', 'monthly')).toBe('2026-10')
    expect(monthOrDayOf('2026-10-31', 'daily')).toBe('2026-10-31')
    expect(firstAndLastDay('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(firstAndLastDay('2026-10-31')).toEqual({ from: '2026-10-31', to: '2026-10-31' })
  })

  test('ends by the clock of the company', () => {
    const end = endOfDay('2026-10-31', 'Asia/Kuala_Lumpur')
    expect(new Date(end).toISOString()).toBe('2026-10-31T16:00:00.000Z')
    expect(dayOf(end - 1, 'Asia/Kuala_Lumpur')).toBe('2026-10-31')
    expect(new Date(endOfDay('2026-03-28', 'Pacific/Kiritimati')).toISOString()).toBe('2026-03-28T10:00:00.000Z')
    expect(new Date(endOfDay('2026-03-28', 'Pacific/Pago_Pago')).toISOString()).toBe('2026-03-29T11:00:00.000Z')
  })

  test('is consolidated from its day of the next month on, never only after the seventh', () => {
    expect(['2026-11-02', '2026-11-03', '2026-11-20'].map((day) => isRunDue(day, 'monthly', 3))).toEqual([
      false,
      true,
      true,
    ])
    expect(isRunDue('2026-11-07', 'monthly', 31)).toBe(true)
    expect(isRunDue('2026-11-01', 'daily', 3)).toBe(true)
    expect(lastDayDue('2026-11-03', 'monthly')).toBe('2026-10-31')
    expect(lastDayDue('2026-03-01', 'daily')).toBe('2026-02-28')
    expect(lastDayDue('2026-01-05', 'monthly')).toBe('2025-12-31')
  })

  test('is due by the fifth and late after the seventh', () => {
    expect(deadlineOf('2026-12-31')).toBe('2027-01-07')
    expect(
      ['2026-11-04', '2026-11-05', '2026-11-07', '2026-11-08'].map((today) => deadlineStatusOf('2026-10-02', today)),
    ).toEqual(['in_time', 'due', 'due', 'overdue'])
  })

  test('says of one instant what it says of a day, in every month and at its edges', () => {
    for (const today of [
      '2026-10-31',
      '2026-11-01',
      '2026-11-07',
      '2026-11-08',
      '2026-12-07',
      '2027-01-08',
      '2028-03-01',
    ])
      for (const zone of ['Asia/Kuala_Lumpur', 'Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
        const first = overdueBefore(today, zone)
        expect(deadlineStatusOf(dayOf(first - 1, zone), today)).toBe('overdue')
        expect(deadlineStatusOf(dayOf(first, zone), today)).not.toBe('overdue')
        expect(endOfDay(today, zone) - first).toBeGreaterThan(earliestOverdueAgeMs)
      }
  })

  test('is when a buyer may still ask', () => {
    expect(mayBuyerAsk('2026-10-01', '2026-10-31', 0)).toBe(true)
    expect(mayBuyerAsk('2026-10-31', '2026-11-01', 0)).toBe(false)
    // The shop may let late buyers ask.
    expect(mayBuyerAsk('2026-10-01', '2026-11-05', 5)).toBe(true)
    expect(mayBuyerAsk('2026-10-31', '2026-11-06', 5)).toBe(false)
    expect(mayBuyerAsk('2026-12-01', '2027-01-07', 7)).toBe(true)
    // A sale of the next minutes, at the end of a month.
    expect(mayBuyerAsk('2026-11-01', '2026-10-31', 0)).toBe(true)
  })
})

test('those whose sales need an e-invoice each may not consolidate, unless they say that they may', () => {
  for (const code of ['45101', '45401', '51101', '41001', '42101', '43211', '92000', '35101', '61101'])
    expect(mayConsolidateActivity(code, defaultRules)).toBe(false)
  expect(mayConsolidateActivity('45101', { ...defaultRules, isAnyActivityAllowed: true })).toBe(true)
  for (const code of ['56101', '47111', '47520', '45402', '45403'])
    expect(mayConsolidateActivity(code, defaultRules)).toBe(true)
})
