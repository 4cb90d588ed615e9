// npm run check
import { checkSteps } from './check-steps.ts'
import { runSteps } from './steps.ts'

process.exitCode = runSteps(checkSteps).length > 0 ? 1 : 0
