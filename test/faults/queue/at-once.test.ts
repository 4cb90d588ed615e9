import { expect, test } from 'vitest'
import { Outbox } from '../../../electron/gateway/outbox/outbox.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()

test('after an outage no more than four of all companies send at once, and all of them come to send (QR20)', async () => {
  const codes = Array.from({ length: 9 }, (_, at) => `SHOP${at}`)
  for (const [at, companyCode] of codes.entries()) {
    const { profile } = manual.company
    const companyGuid = `10000000-0000-4000-8000-00000000000${at}`
    await manual.deps.companies.save({ ...manual.company, profile: { ...profile, companyCode, companyGuid } }, 'test')
    const body = invoice('1', { COMPANY_CODE: companyCode, DOCUMENT_NUMBER: `${companyCode}-1` })
    expect((await manual.api.submit('sale', 'invoice', body)).status).toBe(202)
  }
  let inside = 0
  let most = 0
  const fourAreThere = Promise.withResolvers<void>()
  const deps = manual.depsWith((real) => ({
    async submit(company, batch, mayStillSend) {
      inside += 1
      most = Math.max(most, inside)
      // Nobody is answered before as many are there as may come.
      if (inside === 4) fourAreThere.resolve()
      await fourAreThere.promise
      try {
        return await real.submit(company, batch, mayStillSend)
      } finally {
        inside -= 1
      }
    },
  }))
  const outbox = new Outbox(deps, true, () => null)
  await outbox.start()
  await expect.poll(() => manual.practice.ledger.documents().length).toBe(codes.length)
  await outbox.stop()
  expect(most).toBe(4)
})
