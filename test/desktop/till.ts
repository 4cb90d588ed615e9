import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { document, invoice } from '../support/till.ts'

/** A till on the same computer. It knows the gateway's address and nothing of the desktop. */
export interface Till {
  readonly port: number
  submit(code: string): Promise<WireRecord>
  status(saleGuid: string): Promise<WireRecord>
  /** Sells a refund whose original is voided before it is sent, so that it needs a person. */
  strand(code: string): Promise<void>
}

/** Makes a till with a token from the command line. */
export async function tillAt({ dataDir }: { readonly dataDir: string }): Promise<Till> {
  const found = join(dataDir, 'gateway.json')
  // Also used while a test is prepared. The time limit of the test ends it.
  while (!existsSync(found)) await new Promise((resolve) => setTimeout(resolve, 20))
  const { base_url: base, port } = JSON.parse(readFileSync(found, 'utf8')) as { base_url: string; port: number }
  const control = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const made = await post(`http://127.0.0.1:${port}/operator/v1/tokens`, control, {
    name: `Till ${process.hrtime.bigint()}`,
    scopes: ['submit', 'read', 'void'],
    company: null,
  })
  const { token } = (await made.json()) as { token: string }
  const submit = async (code: string) => {
    const answer = await post(`${base}/sale/invoice_submission`, token, invoice(code))
    expect(answer.status).toBe(202)
    return (await answer.json()) as WireRecord
  }
  return {
    port,
    submit,
    async strand(code) {
      const { SALE_GUID } = await submit(`${code}-1`)
      const note = document('sale', 'refund_note', `${code}-2`, { ORIGINALS: [{ SALE_GUID }] })
      expect((await post(`${base}/sale/refund_note_submission`, token, note)).status).toBe(202)
      expect((await post(`${base}/sale/invoice_void/by_sale_guid`, token, { SALE_GUID })).status).toBe(200)
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
