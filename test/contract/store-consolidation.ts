import { describe, expect, test } from 'vitest'
import type { RunStart } from '../../electron/gateway/store/port/consolidation.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, update } from '../support/stores.ts'

const { companyGuid } = aCompany().profile
const till = { companyGuid, family: 'sale', outletName: 'KLCC', terminalName: 'T1' } as const
const later = noon + 86_400_000

const aRun = (id: string): RunStart => ({
  id,
  companyGuid,
  by: 'person:Aini',
  lastDay: '2026-11-20',
  discloses: false,
  planned: 3,
  startedAt: noon,
})

const documentOf = (n: number, members: number) => {
  const names = { shiftCode: 'CONSOLIDATED', saleCode: `C202611-${n}`, consolidated: true }
  const made = insertion(n, names)
  return { ...made, event: { ...made.event, content: { ...made.event.content, members } } }
}

const refs = (receipts: readonly StoredRecord[]) =>
  receipts.map(({ seq, record }) => ({ seq, version: record.version }))

async function sold({ store }: { store: Store }, count: number): Promise<StoredRecord[]> {
  const receipts: StoredRecord[] = []
  for (let n = 1; n <= count; n += 1) receipts.push(await keep(store, insertion(n, { consolidated: true })))
  return receipts
}

async function consolidated(store: Store, receipts: readonly StoredRecord[], n = 90): Promise<StoredRecord> {
  const document = documentOf(n, receipts.length)
  const written = await store.consolidations.consolidate('run-1', document, refs(receipts))
  expect(written.ok).toBe(true)
  return (await store.records.byGuid(document.event.identity.saleGuid)) as StoredRecord
}

const again = async (store: Store, { record }: StoredRecord) =>
  (await store.records.byGuid(record.saleGuid)) as StoredRecord

export function consolidationContract(open: Open): void {
  describe('consolidated documents', () => {
    const here = freshStore(open)

    test('are made of what waits, with bodies, and of the notes that wait for one receipt alone', async () => {
      const { store } = here
      const [first, second] = await sold(here, 2)
      await keep(store, insertion(3, { consolidated: false }))
      const noteOn = (n: number, originals: readonly StoredRecord[]) =>
        keep(store, insertion(n, { kind: 'refund_note' }, { holds: 'waits_for_consolidation', originals }))
      const note = await noteOn(4, [first as StoredRecord])
      await noteOn(5, [first as StoredRecord, second as StoredRecord])
      expect(await store.consolidations.tills(companyGuid, later)).toMatchObject([{ ...till, count: 2 }])
      expect(await store.consolidations.tills(companyGuid, noon - 86_400_000)).toEqual([])
      expect(await store.consolidations.waiting()).toMatchObject([{ companyGuid, count: 4 }])
      const waiting = await store.consolidations.receipts({ ...till, issuedBefore: later }, null, 10)
      expect(waiting.map(({ seq, notes }) => [seq, notes.map((each) => each.seq)])).toEqual([
        [first?.seq, [note.seq]],
        [second?.seq, []],
      ])
      expect(Buffer.from(waiting[0]?.body ?? []).toString()).toBe('{"SALE_CODE":"0001"}')
      expect(
        await store.consolidations.receipts(
          { ...till, issuedBefore: later },
          { issuedAt: first?.record.issuedAt ?? 0, seq: first?.seq ?? 0 },
          10,
        ),
      ).toHaveLength(1)
    })

    test('are stored with all of their members, each with its event, or not at all', async () => {
      const { store } = here
      const receipts = await sold(here, 3)
      await store.consolidations.begin(aRun('run-1'))
      const changed = receipts.map(({ seq, record }, at) => ({ seq, version: record.version + Number(at === 2) }))
      const refused = await store.consolidations.consolidate('run-1', documentOf(90, 3), changed)
      expect(refused).toEqual({ ok: false, why: 'stale' })
      expect(await store.consolidations.waiting()).toMatchObject([{ count: 3 }])
      const document = await consolidated(store, receipts)
      expect(document.record).toMatchObject({ members: 3, phase: 'queued' })
      for (const receipt of receipts) {
        expect((await again(store, receipt)).record.consolidatedInto).toBe(document.record.saleGuid)
        const events = await store.records.events(receipt.seq)
        expect(events.map(({ event }) => event.type)).toEqual(['received', 'consolidated'])
      }
      expect(await store.consolidations.waiting()).toEqual([])
      expect((await store.schedule.due('send', companyGuid, later, 10)).map(({ seq }) => seq)).toEqual([document.seq])
    })

    test('take a record into one active document at most', async () => {
      const { store } = here
      const receipts = await sold(here, 1)
      await store.consolidations.begin(aRun('run-1'))
      await consolidated(store, receipts)
      const now = await Promise.all(receipts.map((receipt) => again(store, receipt)))
      expect(await store.consolidations.consolidate('run-1', documentOf(91, 1), refs(now))).toMatchObject({ ok: false })
      // An event that the domain never allows is refused too.
      const [member] = now as [StoredRecord]
      const twice = update(member, { type: 'consolidated', at: noon, into: member.record.consolidatedInto ?? '' })
      await expect(store.records.write({ writes: [twice] })).rejects.toThrow(/unique/i)
    })

    test('lead their members: valid with them, free again where they are refused', async () => {
      const { store } = here
      const receipts = await sold(here, 5)
      await store.consolidations.begin(aRun('run-1'))
      const [kept, lost] = [receipts.slice(0, 3), receipts.slice(3)]
      const valid = await consolidated(store, kept, 90)
      const invalid = await consolidated(store, lost, 91)
      expect(await store.consolidations.follow(valid.seq, noon, 10)).toBe(0)
      await happen(store, valid, eventOf.claimed, eventOf.taken, eventOf.validated)
      await happen(store, invalid, eventOf.claimed, eventOf.refused)
      const unfollowed = await store.consolidations.unfollowed(10)
      expect(unfollowed.map(({ seq }) => seq)).toEqual([valid.seq, invalid.seq])
      expect(await store.consolidations.follow(valid.seq, noon, 2)).toBe(2)
      expect(await store.consolidations.follow(valid.seq, noon, 2)).toBe(1)
      expect(await store.consolidations.follow(valid.seq, noon, 2)).toBe(0)
      expect(await store.consolidations.follow(invalid.seq, noon, 10)).toBe(2)
      for (const each of kept)
        expect((await again(store, each)).record).toMatchObject({ phase: 'valid', authority: { longId: 'LONG-1' } })
      for (const each of lost)
        expect((await again(store, each)).record).toMatchObject({ phase: 'queued', consolidatedInto: null })
      expect(await store.consolidations.waiting()).toMatchObject([{ count: 2 }])
      const [next] = [await consolidated(store, await Promise.all(lost.map((each) => again(store, each))), 92)]
      expect((await store.consolidations.members(next.seq, 0, 10)).map(({ seq }) => seq)).toEqual(
        lost.map(({ seq }) => seq),
      )
    })

    test('that people cancel on the portal give back what was valid with them', async () => {
      const { store } = here
      const receipts = await sold(here, 2)
      await store.consolidations.begin(aRun('run-1'))
      const document = await consolidated(store, receipts)
      const valid = await happen(store, document, eventOf.claimed, eventOf.taken, eventOf.validated)
      await store.consolidations.follow(document.seq, noon, 10)
      await happen(store, valid, { type: 'cancelled', at: noon, elsewhere: true })
      expect(await store.consolidations.unfollowed(10)).toHaveLength(1)
      expect(await store.consolidations.follow(document.seq, noon, 10)).toBe(2)
      expect(await store.consolidations.unfollowed(10)).toEqual([])
      expect(await store.consolidations.waiting()).toMatchObject([{ count: 2 }])
    })

    test('close what comes to nothing, all of it or none, and the run counts the receipts', async () => {
      const { store } = here
      const [empty, other] = await sold(here, 2)
      if (!empty || !other) throw new Error('nothing was sold')
      await store.consolidations.begin(aRun('run-1'))
      const behind = { seq: other.seq, version: other.record.version + 1 }
      expect(await store.consolidations.close('run-1', [...refs([empty]), behind], noon)).toMatchObject({
        why: 'stale',
      })
      expect(await store.consolidations.close('run-1', refs([empty]), noon)).toMatchObject({ ok: true })
      expect((await again(store, empty)).record).toMatchObject({ phase: 'voided', voided: { by: 'consolidation' } })
      expect(await store.consolidations.close('run-1', refs([await again(store, empty)]), noon)).toMatchObject({
        ok: false,
      })
      expect(await store.consolidations.run('run-1')).toMatchObject({ closed: 1, made: 0 })
      expect(await store.consolidations.waiting()).toMatchObject([{ count: 1 }])
    })

    test('are made by one run of a company at a time, which survives a stop', async () => {
      const receipts = await sold(here, 2)
      expect(await here.store.consolidations.begin(aRun('run-1'))).toBe(true)
      expect(await here.store.consolidations.begin(aRun('run-2'))).toBe(false)
      await consolidated(here.store, receipts)
      await here.reopen()
      const { consolidations } = here.store
      const run = { ...aRun('run-1'), made: 1, members: 2, leftOver: 0, closed: 0, finishedAt: null }
      expect(await consolidations.unfinished()).toEqual([run])
      await consolidations.finish('run-1', noon + 5, 1)
      expect(await consolidations.unfinished()).toEqual([])
      expect(await consolidations.run('run-1')).toEqual({ ...run, leftOver: 1, finishedAt: noon + 5 })
      expect(await consolidations.begin(aRun('run-2'))).toBe(true)
      expect((await consolidations.runs(companyGuid, 1)).map(({ id }) => id)).toEqual(['run-2'])
      expect(await consolidations.documents('run-1')).toHaveLength(1)
      expect(await consolidations.documentsOf(till, 'C202611-')).toBe(1)
      expect(await consolidations.documentsOf(till, 'C202610-')).toBe(0)
    })
  })
}
