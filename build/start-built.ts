import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatStderrLine } from '../electron/gateway/platform/stdio.ts'
import { builtProgram } from './built-programs.ts'
import { type ProgramName, programs } from './programs.ts'
import { root } from './root.ts'
import { tryToBuildScreens } from './screens.ts'

/** Runs a built program in this process. Builds it and the screens if a source is newer, but not for --help and --version. */
export async function startBuilt(name: ProgramName): Promise<void> {
  const args = process.argv.slice(2)
  const isQuestion = args.includes('--help') || args.includes('--version')
  const say = (msg: string) => void process.stderr.write(formatStderrLine(args, { level: 30, msg }))
  if (!isQuestion) await tryToBuildScreens(say)
  const program = isQuestion ? pathToFileURL(join(root, programs[name])) : await builtProgram(name, say)
  await import(program.href)
}
