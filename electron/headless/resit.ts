// The `resit` commands as their own process.
import { limitStartMemory, setWasmFlags } from './v8-flags.ts'

// First, because half of a command's work is loading its sources.
limitStartMemory()
setWasmFlags()
const { exitCode } = await import('./cli/main.ts')
await exitCode
