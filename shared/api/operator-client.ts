import type { AnswerOf, AskOf } from './endpoint.ts'
import type { OperatorCallId, operatorApi } from './operator.ts'

export type OperatorAsk<Id extends OperatorCallId> = AskOf<(typeof operatorApi)[Id]>
export type OperatorAnswer<Id extends OperatorCallId> = AnswerOf<(typeof operatorApi)[Id]>

export type OperatorCaller = <Id extends OperatorCallId>(
  id: Id,
  ...ask: keyof OperatorAsk<Id> extends never ? [] : [OperatorAsk<Id>]
) => Promise<OperatorAnswer<Id>>

/** All pages of a list. The next page is asked for after the one before was used. */
export async function* iteratePages<Page extends { readonly next: string | null }>(
  ask: (place: { readonly after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page = await ask(after === undefined ? {} : { after })
    yield page
    after = page.next
  }
}
