import { describe, expect, test } from 'vitest'
import { rollbackFinding } from '../../shared/domain/journal-finding.ts'
import { eventOf, noon } from '../support/records.ts'
import { freshStore, happen, insertion, keep, type Open } from '../support/stores.ts'

const address = 'akaun@pelanggan.example'

export function mailsContract(open: Open): void {
  describe('e-mails', () => {
    const here = freshStore(open)

    const valid = async (n: number) =>
      happen(here.store, await keep(here.store, insertion(n)), eventOf.claimed, eventOf.taken, eventOf.validated)

    async function asked() {
      const { mails } = here.store
      const { seq: recordSeq } = await keep(here.store, insertion(1))
      await mails.ask({ recordSeq, address, at: noon, by: 'person:Aini' }, 2)
      const next = await mails.next()
      if (!next) throw new Error('nothing waits')
      return { mails, recordSeq, seq: next.seq }
    }

    test('are sent one after the other, and what was tried is kept', async () => {
      const { mails, recordSeq, seq } = await asked()
      const waiting = {
        seq,
        saleGuid: expect.any(String) as string,
        alert: null,
        address,
        state: 'waiting',
        at: noon,
        attempts: 0,
        dueAt: 0,
      }
      expect(await mails.next()).toEqual(waiting)
      expect(await mails.beginSending(seq, address, noon + 1)).toBe(true)
      expect(await mails.beginSending(seq, address, noon + 1)).toBe(false)
      const reason = '451 greylisted'
      await mails.tried(seq, { at: noon + 1, state: 'waiting', dueAt: noon + 20, reason })
      expect(await mails.next()).toEqual({ ...waiting, at: noon + 1, attempts: 1, dueAt: noon + 20 })
      await mails.tried(seq, { at: noon + 30, state: 'sent', dueAt: 0, reason: null })
      const reopened = (await here.reopen()).mails
      expect(await reopened.of(recordSeq)).toEqual([{ address, state: 'sent', at: noon + 30, reason: null }])
      expect(await reopened.next()).toBeNull()
    })

    test('are asked for as often as allowed, and each is an act without the address', async () => {
      const { mails, recordSeq } = await asked()
      const ask = (by: string) => mails.ask({ recordSeq, address, at: noon, by }, 2)
      expect([await ask('person:Aini'), await ask('person:Aini')]).toEqual([true, false])
      const acts = await here.store.acts.latest(null, 10)
      expect(acts.filter(({ type }) => type === 'mail_asked')).toHaveLength(2)
      expect(JSON.stringify(acts)).not.toContain(address)
    })

    test('of a process that died while it sent come first, and once unknown they wait for a person', async () => {
      const { mails, recordSeq, seq } = await asked()
      const tried = { at: noon, dueAt: 0, reason: null }
      await mails.ask({ recordSeq, address, at: noon, by: 'person:Aini' }, 5)
      const second = (await mails.of(recordSeq)).length
      expect(second).toBe(2)
      await mails.beginSending(seq, address, noon)
      expect(await mails.next()).toMatchObject({ seq, state: 'sending' })
      await mails.tried(seq, { ...tried, state: 'unknown' })
      const later = await mails.next()
      expect(later).toMatchObject({ state: 'waiting' })
      await mails.drop(later?.seq ?? 0)
      const { saleCode } = insertion(1).event.identity
      expect(await mails.troubled(noon, 5)).toEqual([saleCode])
      // A late result puts nothing back into the queue.
      await mails.tried(seq, { ...tried, state: 'waiting' })
      expect((await mails.of(recordSeq)).map(({ state }) => state)).toEqual(['unknown'])
      await mails.ask({ recordSeq, address, at: noon, by: 'person:Aini' }, 5)
      expect(await mails.troubled(noon, 5)).toEqual([])
      expect(await mails.troubled(noon + 1, 5)).toEqual([saleCode])
      await mails.tried(seq, { ...tried, state: 'sent' })
      expect((await mails.of(recordSeq)).map(({ state }) => state)).toEqual(['waiting', 'sent'])
    })

    test('of the gateway itself are taken up once for each record that became valid since it was asked for', async () => {
      const { mails } = here.store
      await valid(1)
      await mails.takeUp(noon, noon)
      await mails.takeUp(noon, noon)
      expect(await mails.next()).toBeNull()
      const second = await valid(2)
      await keep(here.store, insertion(3))
      // Two processes at the same moment.
      await Promise.all([mails.takeUp(noon, noon), mails.takeUp(noon, noon)])
      const next = await mails.next()
      expect(next).toMatchObject({ saleGuid: second.record.saleGuid, address: null, state: 'waiting' })
      expect(await mails.of(second.seq)).toEqual([])
      expect(await mails.beginSending(next?.seq ?? 0, address, noon)).toBe(true)
      await mails.tried(next?.seq ?? 0, { at: noon, state: 'sent', dueAt: 0, reason: null })
      expect(await mails.of(second.seq)).toMatchObject([{ address, state: 'sent' }])
      expect(await mails.next()).toBeNull()
      // Switched off and on again: what became valid meanwhile stays where it is.
      await mails.takeUp(noon, null)
      await valid(4)
      await mails.takeUp(noon, noon)
      await mails.takeUp(noon, noon)
      expect(await mails.next()).toBeNull()
    })

    test('of a backup may have left since: all that waited are unknown, and none is taken up again', async () => {
      const { mails, recordSeq } = await asked()
      await mails.takeUp(noon, noon)
      const { journal } = here.store
      await valid(2)
      await journal.found([rollbackFinding(9)])
      expect(await journal.trust({ by: 'person:Aini', at: noon, reason: 'An older backup' })).toBe('trusted')
      expect((await mails.of(recordSeq)).map(({ state }) => state)).toEqual(['unknown'])
      await mails.takeUp(noon, noon)
      expect(await mails.next()).toBeNull()
    })
  })
}
