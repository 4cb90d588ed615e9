// npm run check
import { checkSteps } from './check-steps.ts'
import { runSteps } from './steps.ts'

process.exitCode = (await runSteps(checkSteps)).length > 0 ? 1 : 0
