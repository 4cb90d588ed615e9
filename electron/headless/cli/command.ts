import { isAbsolute, resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { OperatorCall } from '../../../shared/api/operator.ts'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import { isDay } from '../../../shared/domain/calendar.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { RestingPlace } from './at-rest.ts'
import type { Reached } from './calls-over.ts'

export interface Given {
  /** What stands after the words of the command. */
  readonly operands: readonly string[]
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Line by line. */
  readonly stdin: () => Promise<readonly string[]>
  readonly print: (text: string) => void
}

/** @throws BadConfiguration where the flag is not given */
export function needed(flags: Given['flags'], name: string): string {
  const value = flags[name]
  if (value === undefined || value === '') throw new BadConfiguration(`--${name} is missing.`)
  return value
}

/** A flag that is a day. @throws BadConfiguration */
export function neededDay(flags: Given['flags'], name: string): string {
  const value = needed(flags, name)
  if (!isDay(value))
    throw new BadConfiguration(`--${name} must be a day of the calendar like 2026-11-21; it is “${flags[name]}”.`)
  return value
}

/** What a person wrote, as it goes to the gateway: whether it is right is for the gateway to say, in its own words. */
export const asTyped = (written: unknown): never => written as never

/** The word that no flag names. @throws BadConfiguration where it is not given */
export function operand([first]: readonly string[], name: string): string {
  if (first === undefined) throw new BadConfiguration(`${name} is missing.`)
  return first
}

/** npm runs scripts in the project's directory and says where it was called. */
export const fromHere = (path: string): string =>
  isAbsolute(path) ? path : resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

/** Null if there is nothing (more) to say. */
type Work<Body> = (reached: Reached) => Promise<Body | null>

interface Typed {
  /** What a person may type after its name: this is what it takes, too. */
  readonly usage?: string
  readonly about: string
  /** It needs no data directory. Every other command is refused if there is none: only the gateway makes one. */
  readonly isForNowhere?: boolean | 'with an operand'
}

interface CommandOf<Body> extends Typed {
  /** About the files themselves; null if a gateway runs on them that has to be asked. */
  readonly atRest?: (place: RestingPlace, given: Given) => Promise<Body | null>
  /** Reads what was given, before any gateway is reached. Absent if it is about the files alone. */
  readonly run?: (given: Given) => Work<Body> | Promise<Work<Body>>
  /** In lines for a person; a program gets the answer as it is. */
  readonly text: (body: Body) => string
  /** If all is not well the exit code is 1. */
  readonly isGood?: (body: Body) => boolean
}

/** Any of them: `text` and `isGood` read what only this command answers. */
export interface Command extends Omit<CommandOf<unknown>, 'text' | 'isGood'> {
  readonly text: (body: never) => string
  readonly isGood?: (body: never) => boolean
}

export const command = <Body>(of: CommandOf<Body>): Command => of

interface CallCommand<Id extends OperatorCall> extends Omit<CommandOf<OperatorAnswer<Id>>, 'run' | 'atRest'> {
  /** Absent, it asks nothing more. */
  readonly ask?: (given: Given) => OperatorAsk<Id> | Promise<OperatorAsk<Id>>
}

/** A command that is one call of the operator API, as nearly all of them are. */
export const calling = <Id extends OperatorCall>(id: Id, { ask, ...of }: CallCommand<Id>): Command => ({
  ...of,
  run: async (given) => {
    const asked = (await ask?.(given)) ?? ({} as OperatorAsk<Id>)
    return (reached) => reached.call(id, asked)
  },
})

const flag = /--([\w-]+)( (?![|-])[^\]\s]\S*)?/g

/** The flags and the number of other words that a usage names. What is in round brackets is told beside it. */
export function takenBy({ usage = '' }: Typed) {
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

/** A heading, and each row in a line. @param none what is said if there are no rows */
export const table = <Row extends object>(
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
