import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { storeOnFile } from '../support/store-on-file.ts'
import { storeContract } from './store.ts'

storeContract(
  'the store on SQLite whose looks at many records another thread answers',
  storeOnFile((file) => openSqliteStore(file, undefined, 0)),
)
