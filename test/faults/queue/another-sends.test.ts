import { expect, test } from 'vitest'
import { Outbox } from '../../../electron/gateway/outbox/outbox.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()

test('what kept a company’s documents back says nothing any more once another process sends them', async () => {
  const { companyGuid } = manual.company.profile
  expect((await manual.api.submit('sale', 'invoice', invoice('1'))).status).toBe(202)
  let generation: number | null = 1
  let changed = () => {}
  const deps = {
    ...manual.depsWith(() => ({ ready: async () => ({ kind: 'pause', askedMs: null, attention: null }) })),
    sender: {
      generation: () => generation,
      isCurrent: async (asked: number) => asked === generation,
      clockApartMs: () => null,
      listen(heard: () => void) {
        changed = heard
      },
    },
  }
  const outbox = new Outbox(deps, true, () => null)
  await outbox.start()
  await expect.poll(() => outbox.hindranceOf(companyGuid)).not.toBeNull()
  generation = null
  changed()
  await expect.poll(() => outbox.hindranceOf(companyGuid)).toBeNull()
  await outbox.stop()
})
