import { daysInMonth } from './calendar.ts'

/** `bad_pin`: not 4 to 12 digits. `weak_pin`: easy to guess. */
export type PinFault = 'bad_pin' | 'weak_pin'

/** @returns null for a good PIN */
export function faultOfPin(pin: string): PinFault | null {
  if (!/^[0-9]{4,12}$/.test(pin)) return 'bad_pin'
  return isRun(pin) || isPairedRun(pin) || isRepeated(pin) || isDate(pin) || isWalk(pin) ? 'weak_pin' : null
}

/** A person who can allow something needs a longer PIN than a cashier. */
export const leastPinDigitsOf = (role: string): number => (role === 'cashier' ? 4 : 6)
export const isPinLongEnoughForRole = (pin: string, role: string): boolean => pin.length >= leastPinDigitsOf(role)

/** For example 123456, 987654, 890123. */
const isRun = (pin: string): boolean =>
  [1, 9].some((step) => [...pin].every((digit, at) => at === 0 || (Number(pin[at - 1]) + step) % 10 === Number(digit)))

/** For example 112233, 998877. */
const isPairedRun = (pin: string): boolean =>
  [...pin].every((digit, at) => at % 2 === 0 || digit === pin[at - 1]) &&
  isRun([...pin].filter((_, at) => at % 2 === 0).join(''))

/** For example 000000, 121212, 123123: up to three digits, repeated. */
const isRepeated = (pin: string): boolean =>
  [1, 2, 3].some((length) => pin.length >= 2 * length && [...pin].every((digit, at) => digit === pin[at % length]))

/** Many people choose a birthday, which others know. Day first, or year first as on an identity card, also in part. */
const isDate = (pin: string): boolean =>
  /^(19|20)\d\d$/.test(pin) ||
  [/^(?<d>\d\d)(?<m>\d\d)(?<y>\d\d|19\d\d|20\d\d)?$/, /^(?<y>\d\d|19\d\d|20\d\d)(?<m>\d\d)(?<d>\d\d)$/].some((form) => {
    const { y = '00', m = '', d = '' } = form.exec(pin)?.groups ?? {}
    const day = Number(d)
    return day >= 1 && day <= daysInMonth(Number(y.length === 2 ? `20${y}` : y), Number(m))
  })

const keypad = ['123', '456', '789', ' 0 ']
const places = new Map(
  keypad.flatMap((row, y) => [...row].map((digit, x): [string, readonly [number, number]] => [digit, [x, y]])),
)
/** The lines of the keypad, also diagonal ones. */
const lines: ReadonlySet<string> = new Set(
  ['123', '456', '789', '147', '258', '369', '159', '357', '580'].flatMap((line) => [
    line,
    [...line].toReversed().join(''),
  ]),
)

/** For example 123654 and 147852, from key to neighbour; 159357 and 147369, line by line. */
const isWalk = (pin: string): boolean =>
  [...pin].every((digit, at) => at === 0 || isBeside(pin[at - 1] ?? '', digit)) ||
  (pin.match(/.{1,3}/g) ?? []).every((piece) => lines.has(piece))

function isBeside(one: string, other: string): boolean {
  const [x = 0, y = 0] = places.get(one) ?? []
  const [u = 0, v = 0] = places.get(other) ?? []
  return Math.abs(x - u) + Math.abs(y - v) === 1
}

const freeTries = 4
const longestPauseMs = 15 * 60_000

/** The pause after wrong PINs: none, then 1, 2, 4 … 15 minutes (contract 3). */
export const pinPauseMs = (failures: number): number =>
  failures <= freeTries ? 0 : Math.min(60_000 * 2 ** (failures - freeTries - 1), longestPauseMs)
