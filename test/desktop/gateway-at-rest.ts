/** How a gateway stands that has nothing to do. */
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
