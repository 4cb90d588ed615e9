import { describe, expect, test } from 'vitest'
import { faultOfPin, pinPauseMs } from '../../shared/domain/pin.ts'

describe('a PIN that may be chosen', () => {
  test.each(['271828', '314159', '102030', '123457', '112234', '246813', '100000000001', '7391', '82640', '7367'])(
    '%s is taken',
    (pin) => {
      expect(faultOfPin(pin)).toBeNull()
    },
  )

  test.each(['', '739', '1234567890123', '12345a', '12 345', '１２３４５６', '-12345'])('“%s” is no PIN', (pin) => {
    expect(faultOfPin(pin)).toBe('bad_pin')
  })

  test.each([
    '000000',
    '111111111111',
    '123456',
    '234567890123',
    '654321',
    '987654',
    '109876',
    '121212',
    '123123',
    '1212121',
    '112233',
    '665544',
    '1234',
    '2580',
    '1122',
    '7373',
  ])('%s is one of the first that anybody tries', (pin) => {
    expect(faultOfPin(pin)).toBe('weak_pin')
  })
})

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [8, 8],
  [9, 15],
  [10, 15],
  [5000, 15],
])('after %i wrong PINs in a row the person waits %i minutes', (failures, minutes) => {
  expect(pinPauseMs(failures)).toBe(minutes * 60_000)
})

test.each(['311299', '991231', '19991231', '31121999', '290200', '010100', '3112', '1987'])(
  'a birthday is refused, however it is written: %s',
  (pin) => {
    expect(faultOfPin(pin)).toBe('weak_pin')
  },
)

test.each(['123654', '147852', '258963', '159357', '147369', '753951', '258085', '321456987'])(
  'a walk on the keypad is refused: %s',
  (pin) => {
    expect(faultOfPin(pin)).toBe('weak_pin')
  },
)

test('of a million PINs of six digits most are still there to choose', () => {
  let weak = 0
  for (let n = 0; n < 1_000_000; n += 7) if (faultOfPin(String(n).padStart(6, '0')) !== null) weak += 7
  expect(weak).toBeLessThan(100_000)
})
