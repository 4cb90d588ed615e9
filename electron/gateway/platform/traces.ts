import { AsyncLocalStorage } from 'node:async_hooks'

const mostKept = 1_000

/** The traces that callers began (W3C `traceparent`), for the gateway that their sales and questions go to. */
export class Traces {
  readonly #running = new AsyncLocalStorage<string>()
  /** Of sales, by their GUIDs: they are sent later. A restart forgets them. */
  readonly #kept = new Map<string, string>()

  within = <Result>(traceparent: string, task: () => Promise<Result>): Promise<Result> =>
    this.#running.run(traceparent, task)

  /** A sale came in by the request that is answered now. */
  keep(saleGuid: string): void {
    const traceparent = this.current()
    if (traceparent === undefined) return
    this.#kept.set(saleGuid, traceparent)
    const [oldest = ''] = this.#kept.keys()
    if (this.#kept.size > mostKept) this.#kept.delete(oldest)
  }

  current = (): string | undefined => this.#running.getStore()

  of = (saleGuid: string): string | undefined => this.#kept.get(saleGuid)
}
