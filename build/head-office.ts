// npm run head-office: screens are built where they are stale, then the head office runs in this process, so that signals,
// arguments and the exit code are its own.
import { stderrLine } from '../electron/headless/stderr-line.ts'
import { tryToBuildScreens } from './screens.ts'

const args = process.argv.slice(2)
if (!args.includes('--help') && !args.includes('--version'))
  await tryToBuildScreens((msg) => void process.stderr.write(stderrLine(args, { level: 30, msg })))
await import('../electron/headless/head-office/main.ts')
