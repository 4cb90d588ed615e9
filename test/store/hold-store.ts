import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'

/** A second process: opens the store it is given, says how that went, and holds it until it is ended. */
const [, , file = ''] = process.argv
try {
  const store = openSqliteStore(file)
  // An object without references may be collected, and its database is closed then.
  Object.assign(globalThis, { store })
  process.stdout.write('held\n')
  setInterval(() => {}, 60_000)
} catch (cause) {
  process.stdout.write(
    `refused: ${cause instanceof Error && 'reason' in cause ? String(cause.reason) : String(cause)}\n`,
  )
}
