import { expect, test } from 'vitest'
import { SendingPauses } from '../../../electron/gateway/features/sending/sending-pauses.ts'
import { noon } from '../../support/records.ts'
import { companyGuid } from '../health/facts.ts'

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
