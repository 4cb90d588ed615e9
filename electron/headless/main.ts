import { beThrifty } from './thrift.ts'

// Before the gateway is loaded, or it would be loaded without.
beThrifty()
const [{ run }, { exitCodeOf, explain }] = await Promise.all([import('./run.ts'), import('./exit-code.ts')])

run(process.argv.slice(2)).catch((cause: unknown) => {
  process.stderr.write(`${explain(cause)}\n`)
  process.exit(exitCodeOf(cause))
})
