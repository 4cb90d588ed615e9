import { expect, test } from 'vitest'
import { companyTimeZone } from '../../renderer/gateway/this-till.ts'
import { lateArrivalDayOf, momentText } from '../../renderer/parts/moments.ts'

const [kuching, bali] = ['Asia/Kuching', 'Asia/Makassar']
const companies = [
  { code: 'DEMO', time_zone: kuching },
  { code: 'BALI', time_zone: bali },
]

test('times are in the zone of the company that they are of, else of the first one, else of Malaysia', () => {
  expect(companyTimeZone(companies, 'BALI')).toBe(bali)
  expect(companyTimeZone(companies, 'unknown')).toBe(kuching)
  expect(companyTimeZone([], undefined)).toBe('Asia/Kuala_Lumpur')
})

test.each([
  [{ withDay: true }, '31 Dec 2026, 23:30:00'],
  [{ withSeconds: false }, '23:30'],
])('an instant stands as a clock at the company shows it (%o), wherever the computer believes to be', (shown, text) => {
  expect(momentText('2026-12-31T15:30:00Z', { locale: 'en-GB', timeZone: kuching }, shown)).toBe(text)
})

test.each([
  ['2026-11-24T15:59:59Z', '2026-11-26T06:52:00Z', '2026-11-26'],
  ['2026-11-24T15:59:59Z', '2026-11-24T16:00:00Z', '2026-11-25'],
  ['2026-11-23T16:00:00Z', '2026-11-24T15:59:59Z', null],
])('a sale of %s that came at %s names the other day: %s', (ISSUED_AT, SUBMITTED_AT, day) => {
  expect(lateArrivalDayOf({ ISSUED_AT, SUBMITTED_AT, COMPANY_CODE: 'DEMO' }, kuching)).toBe(day)
})
