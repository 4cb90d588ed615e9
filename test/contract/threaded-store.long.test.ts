import { openThreadedStore } from '../../electron/gateway/store/thread/threaded-store.ts'
import { storeOnFile } from '../support/store-on-file.ts'
import { storeContract } from './store.ts'

storeContract('the store in its thread', storeOnFile(openThreadedStore))
storeContract(
  'the store in its thread, with a reader of its own',
  storeOnFile((file) => openThreadedStore(file, undefined, 0)),
)
