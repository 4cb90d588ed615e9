import { existsSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { WireProblem } from '../../../shared/catalogue/shapes/problem.ts'
import { refuseUnknownNames } from '../../gateway/settings/names.ts'
import { dataDirOf } from '../../gateway/settings/settings.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import { exitCodeOf, exitCodes, explain } from '../exit-code.ts'
import { withDataDir, withGivenDataDir } from '../hints.ts'
import { beSteady } from '../thrift.ts'
import { appVersion } from '../version.ts'
import { type Command, commands, type Given, usage } from './commands.ts'
import { type Answer, reachGateway } from './reach.ts'
import { refusalText } from './refusal.ts'

/** The `resit` commands: each puts its question to the gateway of a data directory (contract 1). */
async function main(args: readonly string[]): Promise<number> {
  // Before anything is written: a first command makes the database, others make backups and packs, all about customers.
  process.umask(0o077)
  beSteady()
  const asked = helpFor(args)
  if (asked !== null) {
    print(asked)
    return exitCodes.stopped
  }
  const named = nameIn(args)
  const command = named === null ? undefined : commands[named]
  if (!command || named === null) throw new BadConfiguration(noCommand(args))
  return run(command, args.slice(named.split(' ').length))
}

/** The words that name a command, where these begin with one. */
const nameIn = ([first, second]: readonly string[]): string | null =>
  [`${first} ${second}`, first ?? ''].find((name) => commands[name]) ?? null

/** What is said where nothing is to be done: the version, or how it is used; null where a command is meant. */
function helpFor(args: readonly string[]): string | null {
  if (args[0] === '--version') return `${appVersion}\n`
  const isHelp = args[0] === 'help' || args.includes('--help')
  if (!isHelp) return null
  const words = args.filter((word) => word !== 'help' && !word.startsWith('-'))
  const command = commands[nameIn(words) ?? '']
  return command ? `resit ${command.usage}\n${command.about}\n` : `${usage(words[0])}\n${exitCodeText}\n`
}

const exitCodeText = `Exit codes: 0 done and all is well, 1 refused or not all is well, 2 not written rightly or bad configuration,
3 another process holds the data directory, 4 storage unsafe or from a newer version.`

function noCommand(args: readonly string[]): string {
  const [first] = args
  if (first === undefined) return usage()
  if (first.startsWith('-')) return `The command comes before “${first}”.\n${usage()}`
  const words = args.filter((word) => !word.startsWith('-')).slice(0, 2)
  return `There is no command “${words.join(' ')}”.\n${usage(first)}`
}

interface Showing {
  readonly json: boolean
  readonly dataDir: string
}

async function run(command: Command, args: readonly string[]): Promise<number> {
  const { positionals, values } = parse(command, args)
  const { json, 'data-dir': dataDirFlag, ...flags } = values
  refuseUnknownNames(process.env)
  const dataDir = dataDirOf(dataDirFlag, process.env)
  const showing = { json: json === true, dataDir }
  if (!command.isForNowhere) refuseNowhere(dataDir)
  const given: Given = { operands: positionals, flags, stdin: linesOfStdin }
  const ask = await command.ask?.(given)
  const answered = await command.atRest?.({ dataDirFlag, env: process.env }, given)
  if (answered) return show(command, answered, showing)
  const reached = await reachGateway(dataDirFlag, process.env)
  try {
    const answer = ask ? await reached.call(ask) : ((await command.run?.(reached, given, print)) ?? null)
    return answer ? show(command, answer, showing) : exitCodes.stopped
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

function show(command: Command, { status, body }: Answer, { json, dataDir }: Showing): number {
  const carried = (text: string) => withDataDir(text, dataDir, process.env)
  if (status !== 200) {
    const problem = body as WireProblem
    if (json) print(`${JSON.stringify(problem)}\n`)
    process.stderr.write(`${carried(refusalText(problem, command, process.env))}\n`)
    return exitCodes.failed
  }
  print(`${json || !command.text ? JSON.stringify(body) : carried(command.text(body as never))}\n`)
  return command.isGood && !command.isGood(body as never) ? exitCodes.failed : exitCodes.stopped
}

const print = (text: string): void => void process.stdout.write(text)

const given = process.argv.slice(2)

/** The exit code, for the desktop that runs a command in its own process. */
export const ended: Promise<number> = main(given).catch((cause: unknown) => {
  process.stderr.write(`${withGivenDataDir(explain(cause), given, process.env)}\n`)
  return exitCodeOf(cause)
})

process.exitCode = await ended
