import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { finding, mostListed } from '../../shared/domain/journal-finding.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'

const count = 20_000
let shop: TestGateway
beforeEach(async () => {
  shop = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  await shop.gateway.store.journal.found(
    Array.from({ length: count }, (_, at) => finding('row_damaged', { record: at + 1 })),
  )
})
afterEach(() => shop.close())

test('of very much that was found the first is told, and how much there is beside', async () => {
  const { body: health } = await operate<OperatorAnswer<'health'>>(shop, 'GET', '/health')
  expect(health.alerts.find(({ code }) => code === 'journal_untrusted')?.message).toContain(String(count))
  const { body: journal } = await operate<OperatorAnswer<'proof'>>(shop, 'GET', '/proof')
  expect([journal.findings.length, journal.finding_count]).toEqual([mostListed, count])
  const { body: proved } = await operate<OperatorAnswer<'verify'>>(shop, 'GET', '/integrity')
  expect([proved.sound, proved.findings.length, proved.finding_count]).toEqual([false, mostListed, count])
  const { body: doctor } = await operate<OperatorAnswer<'doctor'>>(shop, 'GET', '/doctor')
  const named = (wanted: string) => doctor.checks.filter(({ name }) => name === wanted)
  expect(named('finding')).toHaveLength(mostListed)
  expect(named('journal').map(({ message }) => message)).toEqual([expect.stringContaining(String(count))])
})
