import packageJson from '../../package.json' with { type: 'json' }
import { formatStderrLine, writeStderr } from '../gateway/platform/stdio.ts'
import { keepNewSpaceSmall, setWasmFlags, tuneV8ForStart } from './v8-flags.ts'

/**
 * Help, version, or the service until it is stopped (contract 1). @param program loaded only after V8's flags are set
 */
export async function serveMain(
  help: string,
  program: () => Promise<{ readonly run: (args: readonly string[]) => Promise<void> }>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return void process.stdout.write(help)
  if (args.includes('--version')) return void process.stdout.write(`${packageJson.version}\n`)
  tuneV8ForStart()
  keepNewSpaceSmall()
  setWasmFlags()
  const [{ run }, { exitCodeOf, failureSentence }, { addDataDirFromArgs }] = await Promise.all([
    program(),
    import('./exit-code.ts'),
    import('./hints.ts'),
  ])
  run(args).catch((cause: unknown) => {
    const code = exitCodeOf(cause)
    const msg = addDataDirFromArgs(failureSentence(cause), args, process.env)
    writeStderr(formatStderrLine(args, { level: 60, exit_code: code, msg }))
    process.exit(code)
  })
}
