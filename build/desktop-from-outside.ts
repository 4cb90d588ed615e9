// A desktop as an administrator and a till see it: by the files and the HTTP of its gateway.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sale } from './rehearsed-sale.ts'

/** Asks again until it is true: a gateway needs time to start. */
export async function until(name: string, isDone: () => Promise<boolean> | boolean, withinMs: number): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const outcome = await Promise.resolve()
      .then(isDone)
      .catch((cause: unknown) => String(cause))
    if (outcome === true) break
    if (performance.now() - begun > withinMs) throw new Error(`${name}: ${outcome}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  process.stdout.write(`ok ${name}\n`)
}

export interface DesktopFromOutside {
  readonly gatewayPid: () => number
  readonly version: () => Promise<string>
  /** @returns the status of the one document, which is sent at most once */
  readonly sell: () => Promise<string>
  /** A thread of the gateway writes a copy of the database. */
  readonly backUp: (file: string) => Promise<boolean>
}

export function desktopAt(dataDir: string): DesktopFromOutside {
  const found = () =>
    JSON.parse(readFileSync(join(dataDir, 'gateway.json'), 'utf8')) as { readonly pid: number; readonly port: number }
  const ask = (path: string, bearer: string, body?: object) =>
    fetch(`http://127.0.0.1:${found().port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const control = () => readFileSync(join(dataDir, 'control.token'), 'utf8').trim()
  const tillToken = async () => {
    const wish = { name: `From outside ${process.hrtime.bigint()}`, scopes: ['submit', 'read'], company: null }
    const made = (await (await ask('/operator/v1/tokens', control(), wish)).json()) as { readonly token: string }
    return made.token
  }
  return {
    gatewayPid: () => found().pid,
    async version() {
      const answer = await ask('/v1/version/', await tillToken())
      return ((await answer.json()) as { readonly app_version: string }).app_version
    },
    async sell() {
      const answer = await ask('/v1/sale/invoice_submission', await tillToken(), sale)
      if (!answer.ok) throw new Error(`the sale was answered with ${answer.status}`)
      return ((await answer.json()) as { readonly STATUS: string }).STATUS
    },
    async backUp(file) {
      return (await ask('/operator/v1/backup', control(), { file })).status === 200
    },
  }
}
