import { app } from 'electron'
import { boot } from './boot.ts'
import { readFlags } from './command-line.ts'

const flags = readFlags(process.argv.slice(app.isPackaged ? 1 : 2))

if (flags.command === null) {
  await boot(flags)
} else {
  // The same commands as without a desktop, in this process: the fuses let nobody run the program as plain Node.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...flags.command)
  const { ended } = await import('../headless/cli/main.ts')
  app.exit(await ended)
}
