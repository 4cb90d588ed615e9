/** An event as it came over the wire. */
export interface Told {
  readonly event: string
  readonly id: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** A listener as the screens are: fetch, and the stream read as it comes. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<string>
  readonly #abort: AbortController
  readonly headers: Headers
  #text = ''

  private constructor(reader: ReadableStreamDefaultReader<string>, abort: AbortController, headers: Headers) {
    this.#reader = reader
    this.#abort = abort
    this.headers = headers
  }

  /** @throws Error where the gateway refuses */
  static async open(port: number, bearer: string, query = ''): Promise<EventReader> {
    const abort = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}/operator/v1/events${query}`, {
      headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'ms' },
      signal: abort.signal,
    })
    if (response.status !== 200 || !response.body) throw new Error(`${response.status} ${await response.text()}`)
    const text = response.body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    return new EventReader(text.getReader(), abort, response.headers)
  }

  /** The next event; null where the stream is over. */
  async next(): Promise<Told | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        if (!block.startsWith(':')) return toldIn(block)
        continue
      }
      const { done, value } = await this.#reader.read()
      if (done) return null
      this.#text += value
    }
  }

  /** The next event that fits. @throws Error where the stream is over before it comes */
  async until(fits: (told: Told) => boolean): Promise<Told> {
    for (;;) {
      const told = await this.next()
      if (!told) throw new Error('the stream is over')
      if (fits(told)) return told
    }
  }

  hangUp(): void {
    this.#abort.abort()
  }
}

function toldIn(block: string): Told {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null
  const data = JSON.parse(field('data') ?? '{}') as Told['data']
  return { event: field('event') ?? '', id: field('id'), data }
}
