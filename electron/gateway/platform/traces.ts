import { AsyncLocalStorage } from 'node:async_hooks'

const mostKept = 1_000

/** Trace ids of callers (W3C `traceparent`), passed on to the upstream gateway. */
export class TraceIds {
  readonly #running = new AsyncLocalStorage<string>()
  /** By SALE_GUID, because sales are sent later. A restart forgets them. */
  readonly #kept = new Map<string, string>()

  within = <Result>(traceparent: string, task: () => Promise<Result>): Promise<Result> =>
    this.#running.run(traceparent, task)

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
