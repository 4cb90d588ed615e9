import type { AnswerOf, AskOf } from './endpoint.ts'
import type { OperatorCall, operator } from './operator.ts'

export type OperatorAsk<Id extends OperatorCall> = AskOf<(typeof operator)[Id]>
export type OperatorAnswer<Id extends OperatorCall> = AnswerOf<(typeof operator)[Id]>

export type OperatorClient = <Id extends OperatorCall>(
  id: Id,
  ...ask: keyof OperatorAsk<Id> extends never ? [] : [OperatorAsk<Id>]
) => Promise<OperatorAnswer<Id>>
