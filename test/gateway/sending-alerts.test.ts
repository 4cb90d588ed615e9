import { expect, test } from 'vitest'
import { asksAuthority } from '../../electron/gateway/features/health/judge.ts'
import type { RaisedAlert } from '../../electron/gateway/features/health/monitor.ts'
import { withPauses } from '../../electron/gateway/features/sending/sending-alerts.ts'
import { SendingPauses } from '../../electron/gateway/features/sending/sending-pauses.ts'
import type { Lane } from '../../electron/gateway/store/port/port.ts'
import { aLane, companyGuid, someFacts } from '../features/health/facts.ts'
import { noon } from '../support/records.ts'
import { aCompany } from '../support/stores.ts'

const alert = (code: RaisedAlert['code']): RaisedAlert => ({
  code,
  verdict: 'warning',
  companyGuid: null,
  since: noon,
  values: {},
})
const raised = [alert('loop_stuck'), alert('authority_silent'), alert('oldest_unsent')]

/** What somebody paused, kept in the plainest of stores. */
async function pausesOf(paused: readonly (string | null)[]): Promise<SendingPauses> {
  const kept = new Map<string, string>()
  const settings = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => void kept.set(name, value),
  }
  const pauses = await SendingPauses.keptIn({
    settings,
    companies: { list: async () => [aCompany()] },
    acts: { add: async () => {} },
  })
  for (const one of paused) await pauses.pause(one, { since: noon, by: 'person:Aini', reason: null })
  return pauses
}

async function seen(paused: readonly (string | null)[], lanes: readonly Lane[]): Promise<readonly string[]> {
  const monitor = { look: async () => ({ facts: someFacts({ lanes }), alerts: raised }) }
  const { alerts } = await withPauses({ monitor, asksAuthority }, await pausesOf(paused)).look()
  return alerts.map(({ code }) => code)
}

const [unsent, polled] = [aLane('send'), aLane('poll')]

test('where nothing is paused the monitor speaks for itself', async () => {
  expect(await seen([], [unsent])).toEqual(['loop_stuck', 'authority_silent', 'oldest_unsent'])
})

test.each([null, companyGuid])(
  'a pause stands before what it leads to, and no authority owes it an answer: %s',
  async (what) => {
    expect(await seen([what], [unsent])).toEqual(['loop_stuck', 'sending_paused', 'oldest_unsent'])
  },
)

test('an authority that is asked about what was sent before the pause is still missed', async () => {
  expect(await seen([null], [unsent, polled])).toContain('authority_silent')
})

test('a pause that could not be kept is none, and one that could not be ended stays', async () => {
  let isBroken = true
  const pauses = await SendingPauses.keptIn({
    settings: {
      get: async () => null,
      async set() {
        if (isBroken) throw new Error('the disk is full')
      },
    },
    companies: { list: async () => [] },
    acts: { add: async () => {} },
  })
  const pause = { since: noon, by: 'person:Aini', reason: null }
  await expect(pauses.pause(null, pause)).rejects.toThrow('full')
  expect(pauses.of(companyGuid)).toBeNull()
  isBroken = false
  await pauses.pause(null, pause)
  isBroken = true
  await expect(pauses.resume(null, pause)).rejects.toThrow('full')
  expect(pauses.of(companyGuid)).toEqual(pause)
})
