import { request } from 'node:http'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface RawAsk {
  readonly method?: string
  readonly path: string
  /** A list sends the header several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
}

/**
 * A request with exactly these headers to a port of loopback. `fetch` would correct headers that a test wants wrong.
 */
export function raw(port: number, { method = 'GET', path, headers = {}, body }: RawAsk): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, setHost: false, agent: false }, (response) => {
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
    const all = { host: `127.0.0.1:${port}`, ...headers }
    for (const [name, value] of Object.entries(all)) asked.setHeader(name, value)
    asked.end(body)
  })
}
