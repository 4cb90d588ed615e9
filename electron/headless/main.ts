import { beSteady, beThrifty } from './thrift.ts'

// Before the gateway is loaded, or it would be loaded without.
beThrifty()
beSteady()
const [{ run }, { exitCodeOf, explain }, { stderrLine }] = await Promise.all([
  import('./run.ts'),
  import('./exit-code.ts'),
  import('./stderr-line.ts'),
])

const args = process.argv.slice(2)
run(args).catch((cause: unknown) => {
  const code = exitCodeOf(cause)
  process.stderr.write(stderrLine(args, { level: 60, exit_code: code, msg: explain(cause) }))
  process.exit(code)
})
