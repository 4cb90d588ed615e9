import { callEndpoint, type Fetch } from '../../../shared/api/call.ts'
import { type OperatorCallId, operatorApi, operatorBase } from '../../../shared/api/operator.ts'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import { chooseLanguage, type Language } from '../../../shared/words/words.ts'
import type { Environment } from '../../gateway/settings/values.ts'

export interface GatewayClient {
  /** False for a gateway inside this process, which tills cannot reach. */
  readonly isRunning: boolean
  /** @throws GatewayProblem if it refuses */
  call<Id extends OperatorCallId>(id: Id, ask: OperatorAsk<Id>): Promise<OperatorAnswer<Id>>
  close(): Promise<void>
}

export const envLanguage = (env: Environment): Language =>
  chooseLanguage((env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? 'en').split(/[_.]/)[0])

/** @param own asked for before each call: the token changes with the gateway */
export const makeCaller =
  (fetch: Fetch, baseUrl: string, own: { readonly language: () => string; readonly token: () => string }) =>
  async <Id extends OperatorCallId>(id: Id, ask: OperatorAsk<Id>): Promise<OperatorAnswer<Id>> => {
    const options = { baseUrl: `${baseUrl}${operatorBase}`, token: own.token(), language: own.language(), fetch }
    return (await callEndpoint(operatorApi[id], ask, options)) as OperatorAnswer<Id>
  }
