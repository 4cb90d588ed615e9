// The `resit` commands as their own process.
import { setWasmFlags, tuneV8ForStart } from './v8-flags.ts'

// First, because half of a command's work is loading its sources.
tuneV8ForStart()
setWasmFlags()
const { exitCode } = await import('./cli/main.ts')
await exitCode
