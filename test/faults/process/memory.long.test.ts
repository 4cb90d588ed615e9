import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { importCompany } from '../../support/chain.ts'
import { startGateway } from '../../support/gateway.ts'
import { insertion } from '../../support/stores.ts'
import { invoice, invoiceTotal } from '../../support/till.ts'
import { isLinux, peakMemoryKb } from './machine.ts'
import { useSeparateGateway } from './separate-gateway.ts'

if (!isLinux) console.warn('SKIPPED: the memory of a process is read from /proc, which only Linux has')

const here = useSeparateGateway()
const megabyte = 1024 * 1024
const waiting = 100_000

/** Stores sales by the gateway's own code, without HTTP. */
async function fill(): Promise<void> {
  const shop = await startGateway({ dataDir: here.dataDir, env: { ...here.authority(), RESIT_DISPATCH: 'off' } })
  await importCompany(shop)
  const at = Date.now()
  const one = (n: number) => {
    const names = { saleGuid: randomUUID(), saleCode: `w${n}`, documentNumber: `W-${n}`, totalPayable: invoiceTotal }
    return insertion(
      0,
      { ...names, issuedAt: at - 60_000 },
      { at, dueAt: at, body: Buffer.from(JSON.stringify(invoice(names.saleCode))) },
    )
  }
  for (let from = 0; from < waiting; from += 1000) {
    const writes = Array.from({ length: 1000 }, (_, n) => one(from + n))
    expect((await shop.gateway.store.records.write({ writes })).ok).toBe(true)
  }
  await shop.close({ keep: true })
}

test.runIf(isLinux)(
  'with 100,000 documents waiting and 256 MB of heap it sends, sells and lists in less than 400 MB (PR4)',
  async () => {
    await fill()
    const { api, child, operate } = await here.start({ NODE_OPTIONS: '--max-old-space-size=256' })
    const day = new Date().toISOString().slice(0, 10)
    const range = {
      company_guid: '11111111-1111-4111-8111-111111111111',
      submission_from: '2026-01-01',
      submission_to: '2099-12-31',
    }
    const large = { LINES: [], EXTRA: { note: 'x'.repeat(megabyte - 20_000) } }
    for (let round = 0; round < 4; round += 1) {
      const [sold, refused, tooLarge, listed, queue] = await Promise.all([
        api.submit('sale', 'invoice', invoice(`sold ${day} ${round}`)),
        api.submit('sale', 'invoice', invoice('large', large)),
        api.post('/sale/invoice_submission', 'x'.repeat(8 * megabyte)).catch(() => ({ status: 413 })),
        api.get('/sale/invoice_checkstatus/by_submission', range),
        operate<{ readonly unsent: number }>('GET', '/queue'),
      ])
      expect([sold.status, refused.status, tooLarge.status, listed.status]).toEqual([202, 422, 413, 200])
      expect(queue.unsent).toBeGreaterThan(waiting / 2)
    }
    await expect.poll(() => here.practice.ledger.documents().length).toBeGreaterThan(200)
    expect(peakMemoryKb(child.pid ?? 0)).toBeLessThan(400 * 1024)
    expect(child.exitCode).toBeNull()
  },
)
