import { app } from 'electron'
import { boot } from './boot.ts'
import { readFlags, refusedSwitch } from './command-line.ts'
import { endUnforeseen } from './ending.ts'

const flags = readFlags(process.argv.slice(app.isPackaged ? 1 : 2))
const refused = app.isPackaged ? refusedSwitch(process.argv) : null

if (refused !== null) {
  process.stderr.write(`Resit does not start with ${refused}: other programs could use its window. Leave it out.\n`)
  app.exit(2)
} else if (flags.command !== null) {
  // The same commands as without a desktop, in this process: the fuses forbid running the program as plain Node. Awaited,
  // or the platform would go on without it.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...flags.command)
  const { ended } = await import('../headless/cli/main.ts')
  app.exit(await ended)
} else {
  // Not awaited: Electron is ready only after this module has been evaluated, and waiting here for that would last
  // for ever.
  boot(flags).catch(endUnforeseen)
}
