import { request } from 'node:http'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface RawAsk {
  readonly method?: string
  readonly path: string
  /** A list sends a header several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
}

/**
 * A request with exactly these headers: fetch would mend what a test wants wrong.
 * @param at a port of loopback, or the path of a socket
 */
export function raw(at: number | string, { method = 'GET', path, headers = {}, body }: RawAsk): Promise<RawAnswer> {
  const place = typeof at === 'number' ? { host: '127.0.0.1', port: at } : { socketPath: at }
  return new Promise((resolve, reject) => {
    const asked = request({ ...place, method, path, setHost: false, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
      response.on('error', reject)
    })
    asked.on('error', reject)
    const all = { host: typeof at === 'number' ? `127.0.0.1:${at}` : 'localhost', ...headers }
    for (const [name, value] of Object.entries(all)) asked.setHeader(name, value)
    asked.end(body)
  })
}
