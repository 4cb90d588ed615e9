// npm run head-office: screens and the head office are built where they are stale, then it runs in this process, so that
// signals, arguments and the exit code are its own.
import { startBuilt } from './start-built.ts'

await startBuilt('head-office')
