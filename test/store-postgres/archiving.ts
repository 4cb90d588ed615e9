// A process that archives whatever can be archived of a database; tests kill it on its way.
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { archiveAll } from '../support/closed-months.ts'

const [url = ''] = process.argv.slice(2)
const store = await openPostgresStore(url)
await archiveAll(store)
await store.upkeep.close()
