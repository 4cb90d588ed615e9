import { expect, test } from 'vitest'
import { Outbox } from '../../../electron/gateway/outbox/outbox.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()

test('what kept a company’s documents back says nothing any more once another process sends them', async () => {
  const { companyGuid } = manual.company.profile
  expect((await manual.api.submit('sale', 'invoice', invoice('1'))).status).toBe(202)
  let isOurs = true
  const deps = {
    ...manual.depsWith(() => ({ ready: async () => ({ kind: 'pause', askedMs: null, attention: null }) })),
    duties: { has: () => isOurs, share: async () => undefined },
  }
  const outbox = new Outbox(deps, true, () => null)
  await outbox.start()
  await expect.poll(() => outbox.hindranceOf(companyGuid)).not.toBeNull()
  isOurs = false
  expect(outbox.hindranceOf(companyGuid)).toBeNull()
  await outbox.stop()
})
