import type { z } from 'zod'
import type { OperatorCall, operator } from './operator.ts'

type Row<Id extends OperatorCall> = (typeof operator)[Id]
type Part = 'params' | 'headers' | 'query' | 'body'

/** What a caller of the operator API gives, part by part. */
export type OperatorAsk<Id extends OperatorCall> = {
  readonly [P in Part & keyof Row<Id>]: Row<Id>[P] extends infer S extends z.ZodType ? z.input<S> : never
}

/** What it gets where all goes well. */
export type OperatorAnswer<Id extends OperatorCall> =
  Row<Id>['answers'] extends Readonly<Record<200, infer S extends z.ZodType>> ? z.output<S> : never

/** The operator API as typed calls, for the screens. */
export type OperatorClient = <Id extends OperatorCall>(
  id: Id,
  ...ask: keyof OperatorAsk<Id> extends never ? [] : [OperatorAsk<Id>]
) => Promise<OperatorAnswer<Id>>
