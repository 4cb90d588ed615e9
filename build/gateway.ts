// npm run gateway: screens and gateway are built where they are stale, then the gateway runs in this process, so that
// signals, arguments and the exit code are its own and nothing outlives a kill.
import { startBuilt } from './start-built.ts'

await startBuilt('gateway')
