import { expect, test } from 'vitest'
import { ClockGuard } from '../../../electron/gateway/outbox/clock-guard.ts'
import { CompanyOutbox } from '../../../electron/gateway/outbox/company-outbox.ts'
import { claimAndSend } from '../../../electron/gateway/outbox/dispatch.ts'
import { lookUpDue } from '../../../electron/gateway/outbox/look-up.ts'
import { Semaphore } from '../../../electron/gateway/outbox/map-in-slices.ts'
import { hangMs } from '../../support/hang-limit.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()

test('documents that are sent again, one by one, take turns with those that were never sent', async () => {
  const codes: string[][] = []
  const sell = (...names: readonly string[]) =>
    Promise.all(names.map((name) => manual.api.submit('sale', 'invoice', invoice(name))))
  const broken = manual.depsWith(() => ({
    submit: () => Promise.reject(new Error('the line broke')),
  }))
  await sell('old-1', 'old-2', 'old-3')
  await claimAndSend(broken, manual.company)
  const due = () => manual.deps.schedule.due('send', manual.company.profile.companyGuid, Date.now(), 9)
  // Two look-ups that find nothing.
  for (let look = 0; look < 2; look += 1)
    await expect.poll(() => lookUpDue(manual.deps, manual.company)).toHaveLength(3)
  await sell('new-1', 'new-2')
  expect((await due()).map(({ record }) => record.everSent)).toEqual([true, true, true, false, false])

  const deps = manual.depsWith((real) => ({
    submit: (company, batch, mayStillSend) => {
      codes.push(batch.map(({ documentNumber }) => documentNumber.slice(-5)).toSorted())
      return real.submit(company, batch, mayStillSend)
    },
  }))
  const lane = new CompanyOutbox(manual.company.profile.companyGuid, {
    deps,
    startedAt: 0,
    clockKeeping: new ClockGuard(deps),
    sends: new Semaphore(1),
    isPaused: () => false,
  })
  lane.wake()
  await expect.poll(() => codes.flat(), { timeout: hangMs }).toHaveLength(5)
  await lane.stop()
  expect(codes.map((batch) => batch.map((code) => code.slice(0, 3)))).toEqual([
    ['old'],
    ['new', 'new'],
    ['old'],
    ['old'],
  ])
  expect(manual.practice.ledger.documents()).toHaveLength(5)
})
