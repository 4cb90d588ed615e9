// The `resit` commands as their own process.
import { beSteady, beThrifty } from './thrift.ts'

// First, because half of a command's work is loading its sources.
beThrifty()
beSteady()
const { ended } = await import('./cli/main.ts')
await ended
