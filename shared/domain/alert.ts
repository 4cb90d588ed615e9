/**
 * What can be wrong with a gateway that runs, the worst first: what loses documents before what keeps them back, and a
 * cause before what it leads to.
 */
export const alertCodes = [
  'store_silent',
  'disk_low',
  'loop_stuck',
  'window_closing',
  'authority_silent',
  'oldest_unsent',
  'in_doubt',
  'wal_large',
  'event_loop_slow',
] as const
export type AlertCode = (typeof alertCodes)[number]
