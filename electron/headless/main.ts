import { gatewayHelp } from './help.ts'
import { beSteady, beThrifty } from './thrift.ts'
import { appVersion } from './version.ts'

const args = process.argv.slice(2)

if (args.includes('--help')) process.stdout.write(gatewayHelp)
else if (args.includes('--version')) process.stdout.write(`${appVersion}\n`)
else await serve()

async function serve(): Promise<void> {
  // Before the gateway is loaded, or it would be loaded without.
  beThrifty()
  beSteady()
  const [{ run }, { exitCodeOf, explain }, { withGivenDataDir }, { stderrLine }] = await Promise.all([
    import('./run.ts'),
    import('./exit-code.ts'),
    import('./hints.ts'),
    import('./stderr-line.ts'),
  ])
  run(args).catch((cause: unknown) => {
    const code = exitCodeOf(cause)
    const msg = withGivenDataDir(explain(cause), args, process.env)
    process.stderr.write(stderrLine(args, { level: 60, exit_code: code, msg }))
    process.exit(code)
  })
}
