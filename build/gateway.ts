// npm run gateway: the screens are built where they are stale, then the gateway runs in this process, so that signals,
// arguments and the exit code are its own and nothing outlives a kill.
import { stderrLine } from '../electron/headless/stderr-line.ts'
import { tryToBuildScreens } from './screens.ts'

const args = process.argv.slice(2)
const isQuestion = args.includes('--help') || args.includes('--version')
if (!isQuestion) await tryToBuildScreens((msg) => process.stderr.write(stderrLine(args, { level: 30, msg })))
await import(new URL('../electron/headless/main.ts', import.meta.url).href)
