import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'

/** A second process that opens the given store, reports the result, and holds the store until it is killed. */
const [, , file = ''] = process.argv
try {
  const store = openSqliteStore(file)
  // An unreferenced object may be collected, which closes its database.
  Object.assign(globalThis, { store })
  process.stdout.write('held\n')
  setInterval(() => {}, 60_000)
} catch (cause) {
  process.stdout.write(
    `refused: ${cause instanceof Error && 'reason' in cause ? String(cause.reason) : String(cause)}\n`,
  )
}
