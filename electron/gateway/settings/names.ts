import { nearestOf } from './nearest.ts'
import { BadConfiguration, type Environment } from './values.ts'

/** What a shop may set (docs/operate.md). */
export const settingNames = [
  'RESIT_DATA_DIR',
  'RESIT_PORT',
  'RESIT_AUTHORITY',
  'RESIT_MYINVOIS_ENVIRONMENT',
  'RESIT_MYINVOIS_API_URL',
  'RESIT_MYINVOIS_IDENTITY_URL',
  'RESIT_MYINVOIS_PORTAL_URL',
  'RESIT_MYINVOIS_CLIENT_ID',
  'RESIT_MYINVOIS_CLIENT_SECRET',
  'RESIT_MYINVOIS_ON_BEHALF_OF',
  'RESIT_MYINVOIS_DOCUMENT_VERSION',
  'RESIT_MYINVOIS_CERTIFICATE',
  'RESIT_MYINVOIS_CERTIFICATE_PASSWORD',
  'RESIT_POSTGRES_URL',
  'RESIT_SECRETS_KEY',
  'RESIT_UPSTREAM_URL',
  'RESIT_UPSTREAM_TOKEN',
  'RESIT_DISPATCH',
  'RESIT_DISPATCH_DELAY_MS',
  'RESIT_CANCEL_WAIT_MS',
  'RESIT_POLL_INTERVAL_MS',
  'RESIT_REQUEST_TIMEOUT_MS',
  'RESIT_RETRY_BASE_MS',
  'RESIT_WATCH_INTERVAL_MS',
  'RESIT_QUARANTINE_MS',
  'RESIT_LOOKUP_INTERVAL_MS',
  'RESIT_RESEND_WINDOW_MS',
  'RESIT_RATE_SCALE',
  'RESIT_CANCELLATION_WINDOW_MS',
  'RESIT_MYINVOIS_TILLS',
  'RESIT_ALERT_EVERY_MS',
  'RESIT_ALERT_OLDEST_MS',
  'RESIT_ALERT_SILENCE_MS',
  'RESIT_ALERT_STUCK_MS',
  'RESIT_ALERT_WINDOW_MS',
  'RESIT_ALERT_IN_DOUBT',
  'RESIT_ALERT_DISK_MB',
  'RESIT_ALERT_WAL_MB',
  'RESIT_ALERT_EVENT_LOOP_MS',
  'RESIT_ALERT_STORE_MS',
  'RESIT_LISTEN',
  'RESIT_TLS_CERTIFICATE',
  'RESIT_TLS_KEY',
  'RESIT_TLS_HOSTS',
  'RESIT_TLS_SCREENS',
  'RESIT_ALLOWED_ORIGINS',
  'RESIT_LOG_LEVEL',
  'RESIT_IDLE_LOCK_MS',
  'RESIT_BACKUPS_KEPT',
  'RESIT_SCREENS',
  'RESIT_BUYER_PAGE_URL',
  'RESIT_BUYER_PAGE_PORT',
  'RESIT_JOURNAL_DIR',
  'RESIT_SHARED_DATA_DIR',
  'RESIT_CODES_URL',
  'RESIT_CODES_REFRESH',
  'RESIT_CANCELLATION_WINDOW_MS',
  'RESIT_MYINVOIS_TILLS',
  'RESIT_DROP_DIR',
  'RESIT_DROP_COMPANY',
  'RESIT_DROP_LOOK_MS',
  'RESIT_DESKTOP',
] as const

/** What Resit's own processes, its build and its tests tell each other; no shop sets them. */
const ownNames = [
  'RESIT_COMPILED',
  'RESIT_FAULTS_FULL',
  'RESIT_KEY_STORE',
  'RESIT_LANGUAGE',
  'RESIT_OPENED',
  'RESIT_REHEARSAL',
  'RESIT_RELEASE_KEY',
  'RESIT_RELEASE_URL',
  'RESIT_REQUIRE_BROWSER',
  'RESIT_TEST_ACCIDENT',
] as const

const known: ReadonlySet<string> = new Set([...settingNames, ...ownNames])

export const isKnownName = (name: string): boolean => known.has(name)

/** A name that is spelt wrong would set nothing, in silence. @throws BadConfiguration with the nearest right one */
export function refuseUnknownNames(env: Environment): void {
  for (const name of Object.keys(env))
    if (name.startsWith('RESIT_') && !isKnownName(name))
      throw new BadConfiguration(`${name} is no setting of Resit. The nearest is ${nearestOf(name, settingNames)}.`)
}
