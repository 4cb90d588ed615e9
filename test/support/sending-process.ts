// One of several processes over one PostgreSQL. It has the outbox and the adapter of a gateway, but no server. Its
// input is JSON in its argument. It says when it works.
import pino from 'pino'
import { createMyInvois } from '../../electron/gateway/authority/myinvois/adapter.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { Outbox } from '../../electron/gateway/outbox/outbox.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'

export interface Given {
  readonly postgresUrl: string
  readonly authorityUrl: string
  readonly quarantineMs: number
  /** Credentials by TIN. */
  readonly credentials: Readonly<Record<string, { readonly clientId: string; readonly clientSecret: string }>>
}

const [argument = ''] = process.argv.slice(2)
const { postgresUrl, authorityUrl, quarantineMs, credentials } = JSON.parse(argument) as Given
const requestTimeoutMs = 5_000
const store = await openPostgresStore(postgresUrl, { sending: 'in_turn' })
const authority = createMyInvois(
  {
    apiUrl: authorityUrl,
    identityUrl: authorityUrl,
    portalUrl: authorityUrl,
    documentVersion: '1.0',
    requestTimeoutMs,
    rateScale: 100_000,
  },
  async ({ tin }) => ({ onBehalfOf: null, clientId: '', clientSecret: '', ...credentials[tin] }),
  systemClock,
)
const deps: OutboxDeps = {
  ...store,
  authority,
  clock: systemClock,
  randomness: systemRandomness,
  log: pino({ level: 'warn' }, process.stderr),
  timing: {
    pollIntervalMs: 200,
    requestTimeoutMs,
    retryBaseMs: 200,
    watchIntervalMs: 600_000,
    quarantineMs,
    lookUpIntervalMs: 300,
    resendWindowMs: 100 * 60_000,
  },
}
const say = () => void (store.sender.generation() !== null && process.stdout.write('sends\n'))
store.sender.listen(say)
const outbox = new Outbox(deps, true, () => null)
await outbox.start()
process.stdout.write('works\n')
say()
