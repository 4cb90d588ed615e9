/** The state of a gateway that has nothing to do. */
export const quiet = {
  verdict: 'good',
  sentence: '',
  waiting: 0,
  inFlight: 0,
  inDoubt: 0,
  needPerson: 0,
  openShifts: 0,
  newestSaleWithoutShiftAt: null,
} as const

/** The state of a desktop that was never used. */
export const atFirst = {
  appVersion: '0.1.0',
  printer: null,
  pagePrinter: null,
  roll: '80',
  isKiosk: false,
  language: 'en',
  startsWithComputer: false,
  isSandboxed: true,
} as const
