// npm run test:long: what takes minutes by its nature; CI runs it after npm test
import { runSteps, type Step } from './steps.ts'

const soak: Step = {
  name: 'soak of three minutes',
  command: 'node',
  args: ['test/soak/main.ts', '--minutes', '3', '--seed', '1'],
  isSpoken: true,
}
process.exitCode = (await runSteps([soak])).length > 0 ? 1 : 0
