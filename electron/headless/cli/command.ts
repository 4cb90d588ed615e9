import { isAbsolute, resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { OperatorCallId } from '../../../shared/api/operator.ts'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import { isDay } from '../../../shared/domain/calendar.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { DataDirAndEnv } from './at-rest.ts'
import type { GatewayClient } from './calls-over.ts'

export interface CommandInput {
  readonly operands: readonly string[]
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly stdin: () => Promise<readonly string[]>
  readonly print: (text: string) => void
}

/** @throws BadConfiguration if the flag is missing */
export function requiredFlag(flags: CommandInput['flags'], name: string): string {
  const value = flags[name]
  if (value === undefined || value === '') throw new BadConfiguration(`--${name} is missing.`)
  return value
}

/** @throws BadConfiguration */
export function requiredDay(flags: CommandInput['flags'], name: string): string {
  const value = requiredFlag(flags, name)
  if (!isDay(value))
    throw new BadConfiguration(`--${name} must be a day of the calendar like 2026-11-21; it is “${flags[name]}”.`)
  return value
}

/** Typed text goes to the gateway unchecked, and the gateway says what is wrong. */
export const unchecked = (written: unknown): never => written as never

/** @throws BadConfiguration if it is missing */
export function requireOperand([first]: readonly string[], name: string): string {
  if (first === undefined) throw new BadConfiguration(`${name} is missing.`)
  return first
}

/** npm runs scripts in the project's directory and names the caller's. */
export const fromCallersDirectory = (path: string): string =>
  isAbsolute(path) ? path : resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

/** Null if there is nothing more to print. */
type Work<Body> = (reached: GatewayClient) => Promise<Body | null>

interface Typed {
  /** The accepted flags and words are read from this text. */
  readonly usage?: string
  readonly about: string
  /** True if it needs no data directory. Other commands are refused without one: only the gateway makes it. */
  readonly isForNowhere?: boolean | 'with an operand'
}

interface CommandOf<Body> extends Typed {
  /** Works on the files; null if a gateway must be asked. */
  readonly atRest?: (place: DataDirAndEnv, given: CommandInput) => Promise<Body | null>
  /** Reads the arguments before any gateway is reached. Absent if only the files are needed. */
  readonly run?: (given: CommandInput) => Work<Body> | Promise<Work<Body>>
  /** The text for a person. A program gets the body as JSON. */
  readonly text: (body: Body) => string
  /** False gives exit code 1. */
  readonly isGood?: (body: Body) => boolean
}

export interface Command extends Omit<CommandOf<unknown>, 'text' | 'isGood'> {
  readonly text: (body: never) => string
  readonly isGood?: (body: never) => boolean
}

export const defineCommand = <Body>(of: CommandOf<Body>): Command => of

interface CallCommand<Id extends OperatorCallId> extends Omit<CommandOf<OperatorAnswer<Id>>, 'run' | 'atRest'> {
  /** Absent if the call has no input. */
  readonly ask?: (given: CommandInput) => OperatorAsk<Id> | Promise<OperatorAsk<Id>>
}

/** A command that is one call of the operator API, as most are. */
export const apiCommand = <Id extends OperatorCallId>(id: Id, { ask, ...of }: CallCommand<Id>): Command => ({
  ...of,
  run: async (given) => {
    const asked = (await ask?.(given)) ?? ({} as OperatorAsk<Id>)
    return (reached) => reached.call(id, asked)
  },
})

const flag = /--([\w-]+)( (?![|-])[^\]\s]\S*)?/g

/** Text in round brackets is only an explanation. */
export function parseUsage({ usage = '' }: Typed) {
  const typed = usage.replace(/\(.*\)/, '')
  const flags = [...typed.matchAll(flag)].map(
    ([, name = '', value]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  const words = typed
    .replace(flag, '')
    .split(' ')
    .filter((word) => /[A-Z]/.test(word))
  return { flags: Object.fromEntries(flags) satisfies ParseArgsOptionsConfig, operands: words.length }
}

/** @param none printed if there are no rows */
export const asTable = <Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
  none = 'None.',
): string =>
  rows.length === 0
    ? none
    : [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
        .map((cells) => cells.join('  '))
        .join('\n')

function cell(value: unknown): string {
  if (Array.isArray(value)) return value.map(cell).join(',')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(cell).join('/')
  return typeof value === 'string' ? value : JSON.stringify(value ?? '–').replaceAll('"', '')
}
