/**
 * What can be wrong with a gateway that runs, the worst first: what loses documents before what keeps them back, and a
 * cause before what it leads to.
 */
export const alertCodes = [
  'storage_damaged',
  'storage_read_only',
  'storage_full',
  'storage_failing',
  'store_silent',
  'journal_untrusted',
  'body_damaged',
  'disk_low',
  'copy_old',
  'clock_wrong',
  'company_not_ready',
  'loop_stuck',
  'sending_paused',
  'window_closing',
  'consolidation_overdue',
  'consolidation_due',
  'tls_broken',
  'tls_ending',
  'authority_silent',
  'needs_person',
  'unsettled',
  'oldest_unsent',
  'unconfirmed',
  'in_doubt',
  'outlet_silent',
  'webhook_failing',
  'wrong_pins',
  'wrong_tokens',
  'connections_full',
  'wal_large',
  'store_slow',
  'event_loop_slow',
] as const
export type AlertCode = (typeof alertCodes)[number]
