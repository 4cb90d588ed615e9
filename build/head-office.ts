// npm run head-office: builds screens and head office if a source is newer, then runs the head office in this process. So it
// gets the signals and arguments, and its exit code counts.
import { startBuilt } from './start-built.ts'

await startBuilt('head-office')
