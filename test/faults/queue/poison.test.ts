import { expect, test } from 'vitest'
import { dispatchBatch } from '../../../electron/gateway/outbox/dispatch.ts'
import { pollDue } from '../../../electron/gateway/outbox/poll.ts'
import type { WireRecord } from '../../../shared/catalogue/shapes/record.ts'
import { invoice } from '../../support/till.ts'
import { openDesk } from './desk.ts'

const desk = openDesk()
const sell = async (code: string): Promise<WireRecord> => (await desk.api.submit('sale', 'invoice', invoice(code))).body
const statusOf = async ({ SALE_GUID }: WireRecord) => (await desk.api.status('sale', 'invoice', SALE_GUID)).body

test('a document that breaks whoever builds it is held for a person, once; the others go, and it can be voided (QR12)', async () => {
  const sold = await Promise.all(['1', 'poison', '2', '3'].map((code) => sell(code)))
  const [, poison, ...others] = sold
  if (!poison) throw new Error('nothing was sold')
  let builds = 0
  const parts = desk.partsWith((real) => ({
    build: (source) => {
      if (source.identity.documentNumber !== 'KLCC-T1-A-poison') return real.build(source)
      builds += 1
      throw new RangeError('a name too odd for the serializer')
    },
  }))
  // Round after round, as the loop would.
  for (let round = 0; round < 3; round += 1) await dispatchBatch(parts, desk.company)
  await pollDue(desk.parts, desk.company)
  for (const other of others) expect((await statusOf(other)).STATUS).toBe('Valid')
  expect(builds).toBe(1)
  expect(await statusOf(poison)).toMatchObject({
    STATUS: 'Pending',
    ATTENTION: { CODE: 'cannot_be_sent' },
    NEXT_ACTION: { ACTION: 'void' },
  })
  const told = await desk.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: poison.SALE_GUID })
  expect(told).toMatchObject({ status: 200, body: { STATUS: 'Voided' } })
  expect(desk.practice.ledger.documents()).toHaveLength(3)
})
