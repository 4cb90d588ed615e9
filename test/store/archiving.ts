// A process that archives whatever can be archived of a database; tests kill it on its way.
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { archiveAll } from '../support/closed-months.ts'
import { noon } from '../support/records.ts'

const [file = '', directory = ''] = process.argv.slice(2)
const store = openSqliteStore(file, { directory, seal: { installation: 'i', key: 'k' }, now: noon })
await archiveAll(store)
await store.upkeep.close()
