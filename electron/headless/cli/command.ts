import type { ParseArgsOptionsConfig } from 'node:util'
import type { OperatorCall } from '../../../shared/api/operator.ts'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import type { RestingPlace } from './at-rest.ts'
import type { Reached } from './calls-over.ts'

export interface Given {
  /** What stands after the words of the command. */
  readonly operands: readonly string[]
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Line by line. */
  readonly stdin: () => Promise<readonly string[]>
}

/** What a command found out: as it is, for a program, and in lines for a person. */
export interface Outcome {
  readonly body: unknown
  readonly text: string
  /** Where all is not well the exit code is 1. */
  readonly isGood: boolean
}

/** Null where there is nothing (more) to say. */
type Work = (reached: Reached, print: (text: string) => void) => Promise<Outcome | null>

interface Typed {
  /** As a person types it. */
  readonly usage: string
  readonly about: string
  readonly flags?: ParseArgsOptionsConfig
  /** How many words it takes that no flag names; none where nothing is said. */
  readonly operands?: number
  /** It needs no data directory. Every other command is refused if there is none: only the gateway makes one. */
  readonly isForNowhere?: boolean | 'with an operand'
}

export interface Command extends Typed {
  /** About the files themselves; null where a gateway runs on them that has to be asked. */
  readonly atRest?: (place: RestingPlace, given: Given) => Promise<Outcome | null>
  /** Reads what was given, before any gateway is reached. Absent where it is about the files alone. */
  readonly prepare?: (given: Given) => Promise<Work>
}

interface Told<Body> {
  readonly text?: (body: Body) => string
  readonly isGood?: (body: Body) => boolean
}

interface CommandOf<Body> extends Typed, Told<Body> {
  readonly atRest?: (place: RestingPlace, given: Given) => Promise<Body | null>
  /** A command that is more than one call. */
  readonly run?: (reached: Reached, given: Given, print: (text: string) => void) => Promise<Body | null>
}

const outcomeOf = <Body>(body: Body | null, { text, isGood }: Told<Body>): Outcome | null =>
  body === null ? null : { body, text: text?.(body) ?? JSON.stringify(body), isGood: isGood?.(body) ?? true }

export function command<Body>({ atRest, run, text, isGood, ...typed }: CommandOf<Body>): Command {
  const told = { ...(text && { text }), ...(isGood && { isGood }) }
  return {
    ...typed,
    ...(atRest && { atRest: async (place, given) => outcomeOf(await atRest(place, given), told) }),
    ...(run && {
      prepare: async (given) => async (reached, print) => outcomeOf(await run(reached, given, print), told),
    }),
  }
}

interface CallCommand<Id extends OperatorCall> extends Typed, Told<OperatorAnswer<Id>> {
  readonly atRest?: (place: RestingPlace, given: Given) => Promise<OperatorAnswer<Id> | null>
  /** Absent, it asks nothing more. */
  readonly ask?: (given: Given) => OperatorAsk<Id> | Promise<OperatorAsk<Id>>
}

/** A command that is one call of the operator API, as nearly all of them are. */
export function calling<Id extends OperatorCall>(id: Id, { ask, ...rest }: CallCommand<Id>): Command {
  return {
    ...command<OperatorAnswer<Id>>(rest),
    prepare: async (given) => {
      const asked = (await ask?.(given)) ?? ({} as OperatorAsk<Id>)
      return async (reached) => outcomeOf(await reached.call(id, asked), rest)
    },
  }
}
