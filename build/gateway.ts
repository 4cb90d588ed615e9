// npm run gateway: builds screens and gateway if a source is newer, then runs the gateway in this process. So it gets the
// signals and arguments, its exit code counts, and no process is left after a kill.
import { startBuilt } from './start-built.ts'

await startBuilt('gateway')
