// A process that takes turns of one database one after the other, and says so on a line each, until it is killed.

import type { TurnRate } from '../../electron/gateway/store/port/processes.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'

const [url = '', key = '', rate = ''] = process.argv.slice(2)
const { turns } = await openPostgresStore(url)
for (;;) {
  const turn = await turns.take(key, JSON.parse(rate) as TurnRate)
  if (turn?.waitMs === 0) process.stdout.write('taken\n')
  else await new Promise((resolve) => setTimeout(resolve, turn?.waitMs ?? 10))
}
