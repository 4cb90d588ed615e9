import { describe } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { storeOnFile } from '../support/store-on-file.ts'
import { storeContract } from './store.ts'
import { backupContract } from './store-access.ts'

storeContract('the store on SQLite', storeOnFile(openSqliteStore))
describe('in its file', () => {
  backupContract(storeOnFile(openSqliteStore))
})
