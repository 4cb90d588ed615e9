import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { addDays, dayOf, daysOfMonth, isDay, shopDayOf, startOfDay } from '../../shared/domain/calendar.ts'

const zone = 'Asia/Kuala_Lumpur'
const offsetMs = 8 * 3_600_000
const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) })
const ends = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')] as const

describe('the day of an instant', () => {
  test.prop([instants])('is the calendar day in Kuala Lumpur, eight hours ahead', (instant) => {
    expect(dayOf(instant, zone)).toBe(new Date(instant + offsetMs).toISOString().slice(0, 10))
  })

  test.prop([fc.array(fc.tuple(instants, fc.constantFrom(zone, 'UTC', 'America/New_York')), { minLength: 2 })])(
    'does not depend on what was asked before',
    (asked) => {
      const [first] = asked
      const alone = first && dayOf(...first)
      for (const [instant, timeZone] of asked) dayOf(instant, timeZone)
      expect(first && dayOf(...first)).toBe(alone)
    },
  )

  test.each(['Asia/Kuala_Lumpur', 'UTC', 'America/New_York', 'Pacific/Kiritimati'])(
    'is one that the calendar has at its very ends too, in %s',
    (timeZone) => {
      const [begin, end] = ends.map((instant) => dayOf(instant, timeZone))
      expect(begin).toBe('0001-01-01')
      expect(['9999-12-30', '9999-12-31']).toContain(end)
      expect(dayOf(Date.parse('0987-06-05T12:00:00Z'), timeZone)).toMatch(/^0987-06-0[56]$/)
    },
  )

  test('turns at midnight there, to the millisecond (PR10)', () => {
    const midnight = Date.UTC(2026, 10, 20, 16)
    expect([midnight - 1, midnight].map((instant) => dayOf(instant, zone))).toEqual(['2026-11-20', '2026-11-21'])
  })

  test('of a shop turns at five in the morning there', () => {
    const five = Date.UTC(2026, 10, 20, 21)
    expect([five - 1, five].map((instant) => shopDayOf(instant, zone))).toEqual(['2026-11-20', '2026-11-21'])
  })
})

describe('a day', () => {
  test.prop([fc.integer({ min: ends[0], max: ends[1] })])('is any that the calendar has', (instant) => {
    expect(isDay(new Date(instant).toISOString().slice(0, 10))).toBe(true)
  })

  const twoDigits = fc.integer({ min: 0, max: 40 }).map((number) => String(number).padStart(2, '0'))
  const years = fc.integer({ min: 1, max: 9999 }).map((year) => String(year).padStart(4, '0'))
  test.prop([years, twoDigits, twoDigits])('is whatever comes back from a date that is made of it', (...parts) => {
    const text = parts.join('-')
    const date = new Date(`${text}T00:00:00Z`)
    expect(isDay(text)).toBe(!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text))
  })

  test.each(['0001-01-01', '0400-02-29', '1970-01-01', '2024-02-29', '9999-12-31'])('%s is one', (text) =>
    expect(isDay(text)).toBe(true),
  )

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '2026-2-3',
    '2026-02-28T00:00',
    '0000-12-31',
    '1900-02-29',
    '10000-01-01',
    '-0001-01-01',
    '２０２６-01-01',
    ' 2026-01-01',
    '2026-01-01\n',
    '20260101',
    '',
  ])('%j is none (PR12, IN13)', (text) => expect(isDay(text)).toBe(false))
})

describe('days', () => {
  test.each(['Asia/Kuala_Lumpur', 'UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
    'begin in %s when its calendar turns',
    (place) => {
      for (const day of ['2026-03-08', '2026-11-01', '2026-12-31']) {
        const start = startOfDay(day, place)
        expect([dayOf(start, place), dayOf(start - 60_000, place)]).toEqual([day, addDays(day, -1)])
      }
    },
  )

  test('of a month are all of it', () => {
    expect(daysOfMonth('2028-02')).toHaveLength(29)
    expect(daysOfMonth('2026-12').at(-1)).toBe('2026-12-31')
  })
})
