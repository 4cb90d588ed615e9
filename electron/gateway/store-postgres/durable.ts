import { StoreRefusal } from '../store/refusal.ts'
import type { Query } from './query.ts'

const needed = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  default_transaction_isolation: ['read committed'],
  server_encoding: ['UTF8'],
} as const

const leastVersion = 160_000

/** @throws StoreRefusal if the server's commits do not survive a power cut */
export async function assertDurable(ask: Query): Promise<void> {
  const [server] = await ask<{ readonly version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  const { version } = server ?? { version: 0 }
  if (version < leastVersion)
    throw new StoreRefusal('unsafe', `PostgreSQL 16 or newer is needed; this one is ${Math.floor(version / 10_000)}`)
  for (const [name, allowed] of Object.entries(needed)) {
    const [row] = await ask<{ readonly value: string }>('SELECT current_setting($1) AS value', name)
    const value = row?.value ?? ''
    if (!(allowed as readonly string[]).includes(value))
      throw new StoreRefusal(
        'unsafe',
        `PostgreSQL says ${name} = ${value}; Resit needs ${allowed.join(' or ')}, or a power cut could take what was answered`,
      )
  }
}
