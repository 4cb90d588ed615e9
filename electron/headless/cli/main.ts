import { existsSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { WireProblem } from '../../../shared/catalogue/shapes/problem.ts'
import { refuseUnknownNames } from '../../gateway/settings/names.ts'
import { dataDirOf } from '../../gateway/settings/settings.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import { exitCodeOf, exitCodes, explain } from '../exit-code.ts'
import { beSteady } from '../thrift.ts'
import { type Command, commands, type Given, usage } from './commands.ts'
import { type Answer, reachGateway } from './reach.ts'

/** The `resit` commands: each puts its question to the gateway of a data directory (contract 1). */
async function main(args: readonly string[]): Promise<number> {
  // Before anything is written: a first command makes the database, others make backups and packs, all about customers.
  process.umask(0o077)
  beSteady()
  const [first, second] = args
  if (first === undefined || first === 'help' || first === '--help') {
    print(`${usage()}\n`)
    return first === undefined ? exitCodes.badConfiguration : exitCodes.stopped
  }
  const named = [`${first} ${second}`, first].find((name) => commands[name])
  const command = named === undefined ? undefined : commands[named]
  if (!command || named === undefined) {
    if (first.startsWith('-')) throw new BadConfiguration(`The command comes before “${first}”.\n${usage()}`)
    const words = args.filter((word) => !word.startsWith('-')).slice(0, 2)
    throw new BadConfiguration(`There is no command “${words.join(' ')}”.\n${usage(first)}`)
  }
  if (args.includes('--help')) {
    print(`resit ${command.usage}\n${command.about}\n`)
    return exitCodes.stopped
  }
  return run(command, args.slice(named.split(' ').length))
}

async function run(command: Command, args: readonly string[]): Promise<number> {
  const { positionals, values } = parse(command, args)
  const { json, 'data-dir': dataDir, ...flags } = values
  refuseUnknownNames(process.env)
  if (!command.isForNowhere) refuseNowhere(dataDirOf(dataDir, process.env))
  const given: Given = { operands: positionals, flags, stdin: linesOfStdin }
  const ask = await command.ask?.(given)
  const answered = await command.atRest?.({ dataDirFlag: dataDir, env: process.env }, given)
  if (answered) return show(command, answered, json === true)
  const reached = await reachGateway(dataDir, process.env)
  try {
    const answer = ask ? await reached.call(ask) : ((await command.run?.(reached, given, print)) ?? null)
    return answer ? show(command, answer, json === true) : exitCodes.stopped
  } finally {
    await reached.close()
  }
}

function parse(command: Command, args: readonly string[]) {
  try {
    const options = { ...command.flags, 'data-dir': { type: 'string' }, json: { type: 'boolean' } } as const
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true })
    const extra = parsed.positionals[command.operands ?? 0]
    // Left out of hearing it could be the company that was meant, and the command would be for all of them.
    if (extra !== undefined) throw new Error(`“${extra}” is more than this command takes.`)
    return parsed
  } catch (cause) {
    throw new BadConfiguration(`${(cause as Error).message}\nresit ${command.usage}`, { cause })
  }
}

const linesOfStdin = async (): Promise<readonly string[]> => (await readAll(process.stdin)).split(/\r?\n/)

/** A place that is spelt wrong would be told to be in good order, or filled beside the right one. @throws BadConfiguration */
function refuseNowhere(dataDir: string): void {
  if (existsSync(dataDir)) return
  throw new BadConfiguration(
    `There is no data directory at ${dataDir}. Check how --data-dir is written; a new one is made by the gateway’s first start.`,
  )
}

function show(command: Command, { status, body }: Answer, isJson: boolean): number {
  if (status !== 200) {
    const problem = body as WireProblem
    if (isJson) print(`${JSON.stringify(problem)}\n`)
    const entries = (problem.errors ?? []).map(({ pointer, message }) => `  ${pointer}: ${message}`)
    process.stderr.write(`${[problem.detail, ...entries].join('\n')}\n`)
    return exitCodes.failed
  }
  print(`${isJson || !command.text ? JSON.stringify(body) : command.text(body as never)}\n`)
  return command.isGood && !command.isGood(body as never) ? exitCodes.failed : exitCodes.stopped
}

const print = (text: string): void => void process.stdout.write(text)

/** The exit code, for the desktop that runs a command in its own process. */
export const ended: Promise<number> = main(process.argv.slice(2)).catch((cause: unknown) => {
  process.stderr.write(`${explain(cause)}\n`)
  return exitCodeOf(cause)
})

process.exitCode = await ended
