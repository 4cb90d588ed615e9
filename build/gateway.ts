// npm run gateway: screens and gateway are built where they are stale, then the gateway runs in this process, so that
// signals, arguments and the exit code are its own and nothing outlives a kill.
import { stderrLine } from '../electron/headless/stderr-line.ts'
import { gatewayProgram } from './built-gateway.ts'
import { tryToBuildScreens } from './screens.ts'

const args = process.argv.slice(2)
const isQuestion = args.includes('--help') || args.includes('--version')
const say = (msg: string) => void process.stderr.write(stderrLine(args, { level: 30, msg }))
if (!isQuestion) await tryToBuildScreens(say)
const program = isQuestion ? new URL('../electron/headless/main.ts', import.meta.url) : await gatewayProgram(say)
await import(program.href)
