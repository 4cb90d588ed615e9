import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { invoice } from '../support/till.ts'

/** A till on the same computer, which knows the gateway's address and nothing of the desktop. */
export interface Till {
  readonly port: number
  submit(code: string): Promise<WireRecord>
  status(saleGuid: string): Promise<WireRecord>
}

/** With a token as the command line makes it. */
export async function tillAt({ dataDir }: { readonly dataDir: string }): Promise<Till> {
  const found = join(dataDir, 'gateway.json')
  // Also called where a test is prepared; the test's own patience ends it.
  while (!existsSync(found)) await new Promise((resolve) => setTimeout(resolve, 20))
  const { base_url: base, port } = JSON.parse(readFileSync(found, 'utf8')) as { base_url: string; port: number }
  const control = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const made = await post(`http://127.0.0.1:${port}/operator/v1/tokens`, control, {
    name: `Till ${process.hrtime.bigint()}`,
    scopes: ['submit', 'read'],
    company: null,
  })
  const { token } = (await made.json()) as { token: string }
  return {
    port,
    async submit(code) {
      const answer = await post(`${base}/sale/invoice_submission`, token, invoice(code))
      expect(answer.status).toBe(202)
      return (await answer.json()) as WireRecord
    },
    async status(sale_guid) {
      const headers = { authorization: `Bearer ${token}`, sale_guid }
      return (await (await fetch(`${base}/sale/invoice_checkstatus/by_guid`, { headers })).json()) as WireRecord
    },
  }
}

const post = (url: string, bearer: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
