/** Why a PIN cannot be taken: not 6 to 12 digits, or one of those that are tried first. */
export type PinFault = 'bad_pin' | 'weak_pin'

/** @returns null for a PIN that may be chosen */
export function faultOfPin(pin: string): PinFault | null {
  if (!/^[0-9]{6,12}$/.test(pin)) return 'bad_pin'
  return isRun(pin) || isPairedRun(pin) || isRepeated(pin) ? 'weak_pin' : null
}

/** 123456, 987654, 890123. */
const isRun = (pin: string): boolean =>
  [1, 9].some((step) => [...pin].every((digit, at) => at === 0 || (Number(pin[at - 1]) + step) % 10 === Number(digit)))

/** 112233, 998877. */
const isPairedRun = (pin: string): boolean =>
  [...pin].every((digit, at) => at % 2 === 0 || digit === pin[at - 1]) &&
  isRun([...pin].filter((_, at) => at % 2 === 0).join(''))

/** 000000, 121212, 123123: a piece of at most three digits, over and over. */
const isRepeated = (pin: string): boolean =>
  [1, 2, 3].some((length) => [...pin].every((digit, at) => digit === pin[at % length]))

/** Wrong PINs in a row that cost nothing. */
const freeTries = 4
const longestPauseMs = 15 * 60_000

/** How long nobody may try after so many wrong PINs in a row: nothing, then 1, 2, 4 ... 15 minutes (contract 3). */
export const pauseAfterMs = (failures: number): number =>
  failures <= freeTries ? 0 : Math.min(60_000 * 2 ** (failures - freeTries - 1), longestPauseMs)
