// A process that takes permits of one database one after the other, and says so on a line each, until it is killed.

import type { BucketRate } from '../../electron/gateway/store/port/processes.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'

const [url = '', key = '', rate = ''] = process.argv.slice(2)
const { rateLimiter } = await openPostgresStore(url)
for (;;) {
  const permit = await rateLimiter.take(key, JSON.parse(rate) as BucketRate)
  if (permit?.waitMs === 0) process.stdout.write('taken\n')
  else await new Promise((resolve) => setTimeout(resolve, permit?.waitMs ?? 10))
}
