import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Attempt, AttemptOutcome } from '../../shared/domain/attempt.ts'
import { eventOf, noon } from '../support/records.ts'
import { freshStore, happen, insertion, keep, type Open, update } from '../support/stores.ts'

const payload = Buffer.from('{"Invoice":[]}')
const sha256 = createHash('sha256').update(payload).digest('hex')
const anAttempt = (id: string, claimedAt: number): Attempt => ({
  id,
  batchId: 'batch-1',
  revision: 1,
  sha256,
  payload,
  documentTime: noon - 5000,
  claimedAt,
  sendDeadline: claimedAt + 60_000,
})
const anOutcome = (attemptId: string): AttemptOutcome => ({
  attemptId,
  at: noon + 9,
  outcome: { kind: 'inDoubt', reason: 'server_error' },
  httpStatus: 502,
  correlationId: 'C-1',
  answer: '{}',
})

export function historyContract(open: Open): void {
  describe('history', () => {
    const here = freshStore(open)

    test('has one event for every version, as it happened, with who caused it (AU3)', async () => {
      const kept = await keep(here.store, insertion(1))
      await keep(here.store, insertion(2))
      const life = [eventOf.held, eventOf.released, eventOf.claimed, eventOf.taken, eventOf.validated]
      await happen(here.store, kept, ...life)
      const events = await here.store.records.events(kept.seq)
      expect(events.map(({ event }) => event)).toEqual([insertion(1).event, ...life])
      expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
      expect(events.map(({ by }) => by)).toEqual(['token:Till 1', null, null, null, null, null])
      expect(events.map(({ seq }) => seq)).toEqual([2, 4, 5, 6, 7, 8])
      expect(await here.store.records.lastEventSeq()).toBe(8)
    })

    test('keeps every attempt with its exact bytes and what became of it', async () => {
      const kept = await keep(here.store, insertion(1))
      const claimed = update(kept, eventOf.claimed, { attempt: anAttempt('a1', noon) })
      await here.store.records.write({ writes: [claimed] })
      const { payload: _, ...frozen } = anAttempt('a1', noon)
      expect(await here.store.records.attempts(kept.seq)).toEqual([{ ...frozen, outcome: null }])
      const was = { seq: kept.seq, record: claimed.record }
      await here.store.records.write({ writes: [update(was, eventOf.outcome_unknown, { outcome: anOutcome('a1') })] })
      const reopened = await here.reopen()
      const outcome = {
        at: noon + 9,
        kind: 'inDoubt',
        reason: 'server_error',
        httpStatus: 502,
        correlationId: 'C-1',
        answer: '{}',
      }
      expect(await reopened.records.attempts(kept.seq)).toEqual([{ ...frozen, outcome }])
      expect(Buffer.compare((await reopened.records.payload(sha256)) ?? new Uint8Array(), payload)).toBe(0)
      expect(await reopened.records.payload('0'.repeat(64))).toBeNull()
    })

    test('may hold the same bytes for several attempts, in the order of their claims', async () => {
      const kept = await keep(here.store, insertion(1))
      const first = update(kept, eventOf.claimed, { attempt: anAttempt('z', noon) })
      await here.store.records.write({ writes: [first] })
      const back = await happen(
        here.store,
        { seq: kept.seq, record: first.record },
        eventOf.outcome_unknown,
        eventOf.requeued,
      )
      await here.store.records.write({ writes: [update(back, eventOf.claimed, { attempt: anAttempt('a', noon + 1) })] })
      expect((await here.store.records.attempts(kept.seq)).map(({ id }) => id)).toEqual(['z', 'a'])
    })

    test('holds attempts in the order of their claims where the clock was set back between them (PR6)', async () => {
      const kept = await keep(here.store, insertion(1))
      const ahead = { ...eventOf.claimed, attemptId: 'ahead' }
      const first = update(kept, ahead, { attempt: anAttempt('ahead', noon + 3 * 86_400_000) })
      await here.store.records.write({ writes: [first] })
      const back = await happen(
        here.store,
        { seq: kept.seq, record: first.record },
        eventOf.outcome_unknown,
        eventOf.requeued,
      )
      const right = { ...eventOf.claimed, attemptId: 'right' }
      await here.store.records.write({ writes: [update(back, right, { attempt: anAttempt('right', noon) })] })
      expect((await here.store.records.attempts(kept.seq)).map(({ id }) => id)).toEqual(['ahead', 'right'])
    })

    test('refuses a second claim under the same attempt id, and keeps nothing of it', async () => {
      const [one, two] = [await keep(here.store, insertion(1)), await keep(here.store, insertion(2))]
      const claim = (kept: typeof one) => update(kept, eventOf.claimed, { attempt: anAttempt('a1', noon) })
      await here.store.records.write({ writes: [claim(one)] })
      await expect(here.store.records.write({ writes: [claim(two)] })).rejects.toBeInstanceOf(Error)
      expect(await here.store.records.byGuid(two.record.saleGuid)).toEqual(two)
    })
  })

  describe('changes', () => {
    const here = freshStore(open)

    test('are told oldest first, each record once with its last change', async () => {
      const [one, two, three] = [
        await keep(here.store, insertion(1)),
        await keep(here.store, insertion(2)),
        await keep(here.store, insertion(3)),
      ]
      const held = await happen(here.store, one, eventOf.held)
      const all = await here.store.records.changedAfter(0, { companyGuid: null }, 10)
      expect(all.map(({ seq, eventSeq }) => [seq, eventSeq])).toEqual([
        [two.seq, 3],
        [three.seq, 4],
        [one.seq, 5],
      ])
      expect(all.at(-1)?.record).toEqual(held.record)
      expect(await here.store.records.changedAfter(4, { companyGuid: null }, 10)).toHaveLength(1)
      expect(await here.store.records.changedAfter(5, { companyGuid: null }, 10)).toEqual([])
      expect((await here.store.records.changedAfter(0, { companyGuid: null }, 2)).map(({ seq }) => seq)).toEqual([
        two.seq,
        three.seq,
      ])
      expect(await here.store.records.changedAfter(0, one.record, 10)).toHaveLength(3)
    })

    test('of notes and originals show who refers to whom', async () => {
      const original = await keep(here.store, insertion(1))
      const other = await keep(here.store, insertion(2))
      const note = await keep(
        here.store,
        insertion(3, { kind: 'credit_note' }, { originals: [original], holds: 'waits_for_original' }),
      )
      expect(await here.store.records.originals(note.seq)).toEqual([original])
      expect(await here.store.records.notesOn(original.seq)).toEqual([note])
      expect(await here.store.records.notesOn(other.seq)).toEqual([])
      const changed = await here.store.records.changedAfter(0, { companyGuid: null }, 10)
      expect(changed.map(({ isReferredTo }) => isReferredTo)).toEqual([true, false, false])
      const released = await happen(here.store, note, eventOf.released, eventOf.claimed, eventOf.refused)
      expect(await here.store.records.notesOn(original.seq)).toEqual([])
      const corrected = update(released, eventOf.revised, { originals: [other], body: Buffer.from('{}'), by: 'x' })
      await here.store.records.write({ writes: [corrected] })
      expect(await here.store.records.originals(note.seq)).toEqual([other])
      expect(await here.store.records.notesOn(original.seq)).toEqual([])
    })
  })
}
