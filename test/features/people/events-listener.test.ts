import { expect, test } from 'vitest'
import { Listener } from '../../../electron/gateway/features/events/events-listener.ts'
import type { ChangedRecord } from '../../../electron/gateway/store/port/records.ts'
import { recordIn } from '../../support/records.ts'

type Heard = ConstructorParameters<typeof Listener>[0]

const row = (eventSeq: number): ChangedRecord => ({
  seq: 1,
  eventSeq,
  isReferredTo: false,
  record: recordIn('valid'),
})

test('a reader that does not read is cut off before much waits for it', async () => {
  const gone = Promise.withResolvers<Listener>()
  const listener = new Listener({} as Heard, 0, gone.resolve)
  for (let round = 0; !listener.stream.destroyed && round < 100; round += 1)
    listener.tellChanged(Array.from({ length: 200 }, (_, at) => row(round * 200 + at + 1)))
  expect(listener.stream.destroyed).toBe(true)
  expect(await gone.promise).toBe(listener)
})

test('a status that is as it was told last is not told again', () => {
  const listener = new Listener({} as Heard, 0, () => undefined)
  const status = {
    verdict: 'good',
    message: 'All is well',
    unsent: 0,
    in_doubt: 0,
    window_closing: 0,
    oldest_unsent_at: null,
    last_contact_at: null,
  } as const
  listener.tellStatus(status)
  const once = listener.stream.readableLength
  listener.tellStatus({ ...status })
  expect(listener.stream.readableLength).toBe(once)
  listener.tellStatus({ ...status, unsent: 1 })
  expect(listener.stream.readableLength).toBeGreaterThan(once)
})
