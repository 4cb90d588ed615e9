// The `resit` commands as their own process.
import { beSteady, beThrifty } from './thrift.ts'

// Before the commands are loaded, or they would be loaded without: half the work of a command is reading its sources.
beThrifty()
beSteady()
const { ended } = await import('./cli/main.ts')
await ended
