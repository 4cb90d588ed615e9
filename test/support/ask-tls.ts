import { Agent, request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { RawAnswer, RawAsk } from './raw.ts'

export interface TlsAsk extends RawAsk {
  /** The certificate of the trusted authority, in PEM. */
  readonly ca: string
  /** The local address from which it asks. */
  readonly from?: string
  /** Keeps the connection for the next request. */
  readonly agent?: Agent
}

/**
 * A request over TLS to `localhost`, with exactly these headers.
 * @returns the answer and the certificate's serial number
 */
export function askOverTls(
  port: number,
  { method = 'GET', path, headers = {}, body, ca, from, agent }: TlsAsk,
): Promise<RawAnswer & { readonly serial: string }> {
  return new Promise((resolve, reject) => {
    const way = { host: '127.0.0.1', port, ca, servername: 'localhost', ...(from && { localAddress: from }) }
    const asked = request({ ...way, method, path, setHost: false, agent: agent ?? new Agent() }, (response) => {
      const { serialNumber: serial } = (response.socket as TLSSocket).getPeerCertificate()
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, serial })
      })
    })
    asked.on('error', reject)
    const all = { host: `localhost:${port}`, ...headers }
    for (const [name, value] of Object.entries(all)) asked.setHeader(name, value)
    asked.end(body)
  })
}
