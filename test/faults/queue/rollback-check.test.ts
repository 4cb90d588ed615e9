import { expect, test } from 'vitest'
import { fenceToGeneration } from '../../../electron/gateway/outbox/deps.ts'
import { claimAndSend } from '../../../electron/gateway/outbox/dispatch.ts'
import { RollbackCheck } from '../../../electron/gateway/outbox/rollback-check.ts'
import { soleSenderLease } from '../../../electron/gateway/store/port/processes.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()

test.each([
  ['stood still while another one sent does not take the database for an older one', false, []],
  ['is still the sender does', true, ['rolled_back']],
] as const)('a process that %s', async (_, isCurrent, codes) => {
  const sold = await manual.api.submit('sale', 'invoice', invoice(`${isCurrent}`))
  expect(sold.status).toBe(202)
  const found: string[] = []
  const deps = {
    ...manual.depsWith((real) => ({
      // Called after the waiting records were read and before the authority is asked.
      lookUp: async (company, queries, step) => {
        await claimAndSend(manual.deps, manual.company)
        return real.lookUp(company, queries, step)
      },
    })),
    journal: {
      status: () => manual.shop.gateway.store.journal.status(),
      found: async (all: readonly { readonly code: string }[]) => void found.push(...all.map(({ code }) => code)),
    },
  }
  const sender = { ...soleSenderLease, isCurrent: async () => isCurrent }
  const look = new RollbackCheck(fenceToGeneration(deps, sender, 1), Date.now() + 60_000)
  const advised = look.advise(manual.company, () => undefined).then(() => 'advised', String)
  expect(await advised).toBe(isCurrent ? 'advised' : 'Error: another process sends by now')
  expect(found).toEqual(codes)
})
