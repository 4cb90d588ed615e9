interface AlertRow {
  readonly verdict: 'warning' | 'bad'
  /** The name of its check in `doctor`. */
  readonly check: string
  /** The alert concerns everyone. People limited to outlets see only such alerts. */
  readonly isEveryones?: true
  /** The alert stays while the store does not answer. */
  readonly isOfStore?: true
  /** Also told in quiet hours: sales are refused or soon will be, a deadline passes, or a person guesses PINs. */
  readonly isUrgent?: true
}

/** Sorted by severity: lost documents before delayed ones, causes before effects. */
export const alertRows = {
  storage_read_only: { isUrgent: true, check: 'storage', verdict: 'bad', isEveryones: true },
  storage_unreachable: { isUrgent: true, check: 'storage', verdict: 'bad', isEveryones: true },
  storage_full: { isUrgent: true, check: 'storage', verdict: 'bad', isEveryones: true },
  storage_failing: { isUrgent: true, check: 'storage', verdict: 'bad', isEveryones: true },
  store_silent: { isUrgent: true, check: 'storage', verdict: 'bad', isEveryones: true },
  journal_untrusted: { check: 'journal', verdict: 'bad', isEveryones: true },
  backup_restored: { check: 'journal', verdict: 'warning', isEveryones: true },
  body_damaged: { check: 'journal', verdict: 'bad' },
  disk_low: { isUrgent: true, check: 'disk', verdict: 'bad', isEveryones: true },
  open_files_full: { isUrgent: true, check: 'door', verdict: 'bad', isEveryones: true },
  copy_damaged: { check: 'copy', verdict: 'warning' },
  copy_old: { check: 'copy', verdict: 'warning' },
  clock_wrong: { check: 'clock', verdict: 'bad', isEveryones: true },
  company_not_ready: { check: 'sending', verdict: 'bad', isEveryones: true, isOfStore: true },
  loop_stuck: { check: 'sending', verdict: 'bad', isOfStore: true },
  sending_paused: { check: 'sending', verdict: 'warning', isEveryones: true, isOfStore: true },
  window_closing: { isUrgent: true, check: 'queue', verdict: 'bad', isOfStore: true },
  consolidation_overdue: { check: 'consolidation', verdict: 'bad', isOfStore: true },
  consolidation_due: { check: 'consolidation', verdict: 'warning', isOfStore: true },
  /** These three are bad once the certificate has ended. */
  tls_broken: { check: 'network', verdict: 'warning' },
  tls_ending: { check: 'network', verdict: 'warning' },
  certificate_ending: { check: 'certificate', verdict: 'warning', isOfStore: true },
  authority_silent: { check: 'sending', verdict: 'warning', isEveryones: true, isOfStore: true },
  needs_person: { check: 'people', verdict: 'warning', isOfStore: true },
  unsettled: { check: 'queue', verdict: 'bad', isOfStore: true },
  oldest_unsent: { check: 'queue', verdict: 'warning', isOfStore: true },
  unconfirmed: { check: 'queue', verdict: 'warning', isOfStore: true },
  in_doubt: { check: 'in doubt', verdict: 'warning', isOfStore: true },
  outlet_silent: { check: 'outlets', verdict: 'warning', isOfStore: true },
  webhook_failing: { check: 'webhooks', verdict: 'warning', isOfStore: true },
  alert_mail_unreached: { check: 'e-mail', verdict: 'warning', isOfStore: true },
  alert_mail_refused: { check: 'e-mail', verdict: 'warning', isOfStore: true },
  mail_failing: { check: 'e-mail', verdict: 'warning', isOfStore: true },
  wrong_pins: { isUrgent: true, check: 'door', verdict: 'warning' },
  wrong_tokens: { check: 'door', verdict: 'warning' },
  connections_full: { check: 'door', verdict: 'warning' },
  wal_large: { check: 'storage size', verdict: 'warning' },
  store_slow: { check: 'speed', verdict: 'warning' },
  event_loop_slow: { check: 'speed', verdict: 'warning' },
} as const satisfies Readonly<Record<string, AlertRow>>

export type AlertCode = keyof typeof alertRows
export const alertCodes = Object.keys(alertRows) as readonly AlertCode[]
export const alertRowOf = (code: AlertCode): AlertRow => alertRows[code]

/** How long before the end of a certificate that signs documents a person is told: a new one takes weeks. */
export const certificateEndingMs = 30 * 86_400_000

export const sortAlerts = <Alert extends { readonly code: AlertCode }>(alerts: readonly Alert[]): readonly Alert[] =>
  alerts.toSorted((one, other) => alertCodes.indexOf(one.code) - alertCodes.indexOf(other.code))

interface Target {
  readonly url: string
  /** Failed tries in a row. */
  readonly failures: number
  readonly waiting: number
  /** Deliveries that were refused too often. They wait for a replay. */
  readonly failed: number
}

/** About an hour, with the usual pauses. */
const mostFailures = 12

/** Webhooks whose server is away for long, or refused a delivery too often. */
export const failingWebhooks = (targets: readonly Target[]) =>
  targets
    .filter(({ failures, failed }) => failures >= mostFailures || failed > 0)
    .map(({ url, waiting, failed }) => ({ host: url.split('/')[2] ?? '', waiting, failed }))

/** Only the host of each address, because the rest may be secret. */
export const failingWebhookValues = (
  webhooks: ReturnType<typeof failingWebhooks>,
): Readonly<Record<string, string>> => ({
  hosts: webhooks.map(({ host }) => host).join(', '),
  waiting: String(webhooks.reduce((sum, { waiting }) => sum + waiting, 0)),
  failed: String(webhooks.reduce((sum, { failed }) => sum + failed, 0)),
})
