import { existsSync, readdirSync, statSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { GatewayProblem } from '../../../shared/api/call.ts'
import type { WireProblem } from '../../../shared/api/shapes/problem.ts'
import { commandWords } from '../../../shared/words/command-line.ts'
import { dataPathsIn } from '../../gateway/installation/data-dir.ts'
import { chosenDataDir } from '../../gateway/settings/installations.ts'
import { nearestName, refuseUnknownNames } from '../../gateway/settings/table.ts'
import { BadConfiguration, type Environment } from '../../gateway/settings/values.ts'
import { exitCodeOf, exitCodes, failureSentence } from '../exit-code.ts'
import { addDataDirFlags, addDataDirFromArgs } from '../hints.ts'
import { setWasmFlags } from '../v8-flags.ts'
import { envLanguage } from './calls-over.ts'
import { type Command, type CommandInput, parseUsage } from './command.ts'
import { commands, usage, usageLineOf } from './commands.ts'
import { reachOrOpenGateway } from './reach.ts'

async function main(args: readonly string[]): Promise<number> {
  // First of all, because every file that is written concerns customers.
  process.umask(0o077)
  setWasmFlags()
  const asked = helpFor(args)
  if (asked !== null) {
    print(asked)
    return exitCodes.stopped
  }
  const named = nameIn(args)
  if (named === null) throw new BadConfiguration(noCommand(args))
  return run(named, args.slice(named.split(' ').length))
}

/** Null if no command begins with these words. */
const nameIn = ([first, second]: readonly string[]): string | null =>
  [`${first} ${second}`, first ?? ''].find((name) => commands[name]) ?? null

/** The version or the help; null if a command is meant. */
function helpFor(args: readonly string[]): string | null {
  if (args[0] === '--version') return `${packageJson.version}\n`
  const isHelp = args[0] === 'help' || args.includes('--help')
  if (!isHelp) return null
  const words = args.filter((word) => word !== 'help' && !word.startsWith('-'))
  const named = nameIn(words)
  return named ? `resit ${usageLineOf(named)}\n${commands[named]?.about}\n` : `${usage(words[0])}\n${exitCodeText}\n`
}

const exitCodeText = `Exit codes: 0 done and all is well, 1 refused or not all is well, 2 not written rightly or bad configuration,
3 another process holds the data directory, 4 storage unsafe or from a newer version.`

function noCommand(args: readonly string[]): string {
  const [first] = args
  if (first === undefined) return usage()
  if (first.startsWith('-')) return `The command comes before “${first}”.\n${usage()}`
  const flagsFrom = args.findIndex((word) => word.startsWith('-'))
  const words = args.slice(0, Math.min(2, flagsFrom < 0 ? 2 : flagsFrom))
  const isBeginning = Object.keys(commands).some((name) => name.startsWith(`${first} `))
  const next = isBeginning
    ? usage(first)
    : `The nearest is “${nearestName(words.join(' '), Object.keys(commands))}”; “resit --help” tells of all.`
  return `There is no command “${words.join(' ')}”. ${next}`
}

interface Showing {
  readonly command: Command
  readonly json: boolean
  readonly dataDir: string
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const command = commands[name] as Command
  const { positionals, values } = parse(name, args)
  const { json, 'data-dir': told, ...flags } = values
  refuseUnknownNames(process.env)
  // The owner's choice on the screens counts.
  const dataDir = chosenDataDir(told === undefined ? [] : ['--data-dir', told], process.env)
  const place = { dataDir, env: process.env }
  const showing = { command, json: json === true, dataDir }
  const isForNowhere = command.isForNowhere === 'with an operand' ? positionals.length > 0 : command.isForNowhere
  if (!isForNowhere) refuseNowhere(dataDir, name)
  const given: CommandInput = { operands: positionals, flags, stdin: linesOfStdin, print }
  const work = await command.run?.(given)
  const answered = await command.atRest?.(place, given)
  if (answered) return show(answered, showing)
  const reached = await reachOrOpenGateway(place)
  try {
    const answer = (await work?.(reached)) ?? null
    return answer === null ? exitCodes.stopped : show(answer, showing)
  } catch (thrown) {
    if (thrown instanceof GatewayProblem) return refuse(thrown.problem, showing)
    throw thrown
  } finally {
    await reached.close()
  }
}

function parse(name: string, args: readonly string[]) {
  const { flags, operands } = parseUsage(commands[name] as Command)
  try {
    const options = { ...flags, 'data-dir': { type: 'string' }, json: { type: 'boolean' } } as const
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true })
    const extra = parsed.positionals[operands]
    // It may be a company that should limit the command. If it were ignored, the command would run for all.
    if (extra !== undefined) throw new Error(`“${extra}” is more than this command takes.`)
    return parsed
  } catch (cause) {
    throw new BadConfiguration(`${(cause as Error).message}\nresit ${usageLineOf(name)}`, { cause })
  }
}

const linesOfStdin = async (): Promise<readonly string[]> => (await readAll(process.stdin)).split(/\r?\n/)

/** A mistyped path must not be reported as healthy, or filled. @throws BadConfiguration */
function refuseNowhere(dataDir: string, name: string): void {
  const isSetUp = ['token', 'company', 'operator'].includes(name.split(' ')[0] ?? '')
  if (existsSync(dataDir) && (isSetUp || !isAnothers(dataDir))) return
  throw new BadConfiguration(
    `There is no data directory at ${dataDir}. Check how --data-dir is written; a new one is made by the gateway’s first start.`,
  )
}

/** A folder with only other files: no person looks for a database there. */
function isAnothers(folder: string): boolean {
  const names = statSync(folder).isDirectory() ? readdirSync(folder).filter((name) => name !== 'lost+found') : []
  if (names.length === 0) return false
  const { path: _, ...ours } = dataPathsIn(folder)
  return !Object.values(ours).some((file) => existsSync(file))
}

function show(answer: unknown, { command: { text, isGood }, json, dataDir }: Showing): number {
  const body = answer as never
  print(`${json ? JSON.stringify(body) : addDataDirFlags(text(body), dataDir, process.env)}\n`)
  return (isGood?.(body) ?? true) ? exitCodes.stopped : exitCodes.failed
}

function refuse(problem: WireProblem, { command, json, dataDir }: Showing): number {
  if (json) print(`${JSON.stringify(problem)}\n`)
  process.stderr.write(`${addDataDirFlags(refusalText(problem, command, process.env), dataDir, process.env)}\n`)
  return exitCodes.failed
}

/** The sentence of a refusal, with flags in place of JSON pointers. */
function refusalText(problem: WireProblem, command: Command, env: Environment): string {
  const words = commandWords[envLanguage(env)]
  switch (problem.code) {
    case 'validation_failed':
      return [words.wrong, ...problem.errors.map((entry) => `  ${flagOf(entry, command)}: ${entry.message}`)].join('\n')
    case 'route_not_found':
      return words.notHere
    case 'unauthorized':
      return words.notTrusted
    default:
      return problem.detail
  }
}

/** The flag, or else the place in the given file. */
function flagOf({ pointer }: { readonly pointer: string }, command: Command): string {
  const [, first = ''] = pointer.split('/')
  return Object.hasOwn(parseUsage(command).flags, first) ? `--${first}` : pointer
}

const print = (text: string): void => void process.stdout.write(text)

const given = process.argv.slice(2)

/** The desktop reads it: it runs commands in its own process. */
export const exitCode: Promise<number> = main(given).catch((cause: unknown) => {
  process.stderr.write(`${addDataDirFromArgs(failureSentence(cause), given, process.env)}\n`)
  return exitCodeOf(cause)
})

process.exitCode = await exitCode
