import { callEndpoint, type Fetch } from '../../../shared/api/call.ts'
import { type OperatorCall, operator, operatorBase } from '../../../shared/api/operator.ts'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import { type Language, languageFor } from '../../../shared/words/words.ts'
import type { Environment } from '../../gateway/settings/values.ts'

/** A gateway that a command can be put to, wherever it runs. */
export interface Reached {
  /** Whether it is there for tills; one inside this process is there for this command alone. */
  readonly isRunning: boolean
  /** @throws GatewayProblem where it refuses */
  call<Id extends OperatorCall>(id: Id, ask: OperatorAsk<Id>): Promise<OperatorAnswer<Id>>
  close(): Promise<void>
}

/** The language of the person who types, as the computer says it. */
export const languageOf = (env: Environment): Language =>
  languageFor((env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? 'en').split(/[_.]/)[0])

/** The operator API, however its requests travel. @param token asked for before each: it changes with the gateway */
export const callsOver =
  (fetch: Fetch, baseUrl: string, { env, token }: { readonly env: Environment; readonly token: () => string }) =>
  async <Id extends OperatorCall>(id: Id, ask: OperatorAsk<Id>): Promise<OperatorAnswer<Id>> => {
    const options = { baseUrl: `${baseUrl}${operatorBase}`, token: token(), language: languageOf(env), fetch }
    return (await callEndpoint(operator[id], ask, options)) as OperatorAnswer<Id>
  }

/** Page after page. @param ask with where the page before ended; undefined for the first */
export async function* pagesOf<Page extends { readonly next: string | null }>(
  ask: (after: { readonly after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let next: string | null | undefined; next !== null; ) {
    const page: Page = await ask(next === undefined ? {} : { after: next })
    yield page
    next = page.next
  }
}
