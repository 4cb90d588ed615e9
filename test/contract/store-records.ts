import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { phases } from '../../shared/domain/record.ts'
import { eventOf } from '../support/records.ts'
import { freshStore, happen, insertion, keep, keptBody, type Open, otherCompany, update } from '../support/stores.ts'

const lives = {
  queued: [],
  held: ['held'],
  sending: ['claimed'],
  unknown: ['claimed', 'outcome_unknown', 'not_found'],
  conflict: ['claimed', 'outcome_unknown', 'conflicted'],
  submitted: ['claimed', 'taken'],
  valid: ['claimed', 'taken', 'validated', 'cancel_requested'],
  invalid: ['claimed', 'refused'],
  voided: ['voided'],
  cancelled: ['claimed', 'taken', 'validated', 'cancel_requested', 'cancel_asked', 'cancelled'],
} as const

export function recordsContract(open: Open): void {
  describe('keeps records', () => {
    const here = freshStore(open)

    test.each(phases)('field for field, also one that is %s', async (phase) => {
      const kept = await keep(here.store, insertion(1))
      const events = lives[phase].map((type) => eventOf[type])
      const { seq, record } = await happen(here.store, kept, ...events)
      expect(await here.store.records.byGuid(record.saleGuid)).toEqual({ seq, record })
      const reopened = await here.reopen()
      expect(await reopened.records.byGuid(record.saleGuid)).toEqual({ seq, record })
    })

    test('and every body byte for byte, also of earlier revisions', async () => {
      const drawn = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 2000 }), { numRuns: 20, seed: 1 })
      for (const [n, body] of drawn.entries()) {
        const { seq } = await keep(here.store, insertion(n, {}, { body }))
        expect(Buffer.compare(await keptBody(here.store, { seq }, 1), body)).toBe(0)
      }
      const invalid = await happen(here.store, await keep(here.store, insertion(99)), eventOf.claimed, eventOf.refused)
      const body = Buffer.from('{"corrected":true}')
      const revised = update(invalid, eventOf.revised, { body, by: 'token:Till 1' })
      expect(await here.store.records.write({ writes: [revised] })).toMatchObject({ ok: true })
      expect((await keptBody(here.store, invalid, 1)).toString()).toBe('{"SALE_CODE":"0099"}')
      expect(Buffer.compare(await keptBody(here.store, invalid, 2), body)).toBe(0)
      await expect(here.store.records.body(invalid.seq, 3)).rejects.toThrow(/revision 3/)
    })

    test('under their GUID and their business key, and knows nothing else', async () => {
      const kept = await keep(here.store, insertion(1))
      const { record } = kept
      expect(await here.store.records.byKey('sale', 'invoice', record)).toEqual({ live: kept, latestVoided: null })
      const nobody = { live: null, latestVoided: null }
      for (const part of ['companyCode', 'outletName', 'terminalName', 'shiftCode', 'saleCode'] as const) {
        const key = { ...record, [part]: `${record[part]} ` }
        expect(await here.store.records.byKey('sale', 'invoice', key)).toEqual(nobody)
      }
      expect(await here.store.records.byKey('sale', 'invoice', { ...record, outletName: 'klcc' })).toEqual(nobody)
      expect(await here.store.records.byKey('self_billed', 'invoice', record)).toEqual(nobody)
      expect(await here.store.records.byGuid('5e1f0000-0000-4000-8000-000000009999')).toBeNull()
    })
  })

  describe('writes', () => {
    const here = freshStore(open)

    test('hold only while the record is as it was read', async () => {
      const was = await keep(here.store, insertion(1))
      const voided = update(was, eventOf.voided)
      const claimed = update(was, eventOf.claimed)
      const answers = await Promise.all([voided, claimed].map((write) => here.store.records.write({ writes: [write] })))
      expect(answers).toEqual([
        { ok: true, stored: [{ seq: was.seq, record: voided.record }] },
        { ok: false, why: 'stale' },
      ])
      expect(await here.store.records.byGuid(was.record.saleGuid)).toEqual({ seq: was.seq, record: voided.record })
      expect(await here.store.records.events(was.seq)).toHaveLength(2)
    })

    test('are made all together or not at all', async () => {
      const was = await keep(here.store, insertion(1))
      const stale = { ...was, record: { ...was.record, version: 7 } }
      const writes = [insertion(2), update(was, eventOf.held), update(stale, eventOf.voided)]
      expect(await here.store.records.write({ writes })).toEqual({ ok: false, why: 'stale' })
      expect(await here.store.records.byGuid(insertion(2).record.saleGuid)).toBeNull()
      expect(await here.store.records.byGuid(was.record.saleGuid)).toEqual(was)
      expect(await here.store.records.lastEventSeq()).toBe(2)
      const good = { writes: [insertion(2), update(was, eventOf.held)] }
      expect(await here.store.records.write(good)).toMatchObject({ ok: true, stored: [{ seq: 2 }, { seq: 1 }] })
    })

    test('may rest on other records that must not have changed', async () => {
      const original = await keep(here.store, insertion(1))
      const note = insertion(2, { kind: 'credit_note' }, { originals: [original] })
      await happen(here.store, original, eventOf.voided)
      const change = { writes: [note], unchanged: [original] }
      expect(await here.store.records.write(change)).toEqual({ ok: false, why: 'stale' })
      const now = await here.store.records.byGuid(original.record.saleGuid)
      expect(await here.store.records.write({ ...change, unchanged: now ? [now] : [] })).toMatchObject({ ok: true })
    })

    test('may rest on the notes that count on another', async () => {
      const original = await keep(here.store, insertion(1))
      const refund = (n: number) => insertion(n, { kind: 'refund_note' }, { originals: [original] })
      const seen = { original, notes: await here.store.records.notesOn(original.seq) }
      const first = await here.store.records.write({ writes: [refund(2)], notesOn: [seen] })
      expect(first).toMatchObject({ ok: true })
      expect(await here.store.records.write({ writes: [refund(3)], notesOn: [seen] })).toEqual({
        ok: false,
        why: 'stale',
      })
      const notes = await here.store.records.notesOn(original.seq)
      const [note] = notes
      if (note) await happen(here.store, note, eventOf.held)
      const again = { writes: [refund(3)], notesOn: [{ original, notes }] }
      expect(await here.store.records.write(again)).toEqual({ ok: false, why: 'stale' })
      const fresh = { original, notes: await here.store.records.notesOn(original.seq) }
      expect(await here.store.records.write({ ...again, notesOn: [fresh] })).toMatchObject({ ok: true })
    })

    test('may rest on no active record referring to one', async () => {
      const original = await keep(here.store, insertion(1))
      const note = await keep(here.store, insertion(2, { kind: 'refund_note' }, { originals: [original] }))
      const change = { writes: [update(original, eventOf.held)], unreferenced: original }
      expect(await here.store.records.notesOn(original.seq)).toHaveLength(1)
      expect(await here.store.records.write(change)).toEqual({ ok: false, why: 'referenced' })
      await happen(here.store, note, eventOf.voided)
      expect(await here.store.records.notesOn(original.seq)).toEqual([])
      expect(await here.store.records.write(change)).toMatchObject({ ok: true })
    })
  })

  describe('writes that arrive together', () => {
    const here = freshStore(open)

    test('stand or fall each for itself, and what was answered is there after opening anew', async () => {
      const nowhere = insertion(90, otherCompany.profile)
      const writes = Array.from({ length: 60 }, (_, n) =>
        n % 10 === 3 ? insertion(0) : n % 10 === 7 ? nowhere : insertion(n),
      )
      const answers = await Promise.allSettled(writes.map((write) => here.store.records.write({ writes: [write] })))
      const reopened = await here.reopen()
      for (const [n, answer] of answers.entries()) {
        if (n % 10 === 7) expect(answer.status).toBe('rejected')
        else if (n % 10 === 3) expect(answer).toMatchObject({ value: { ok: false, why: 'guid_taken' } })
        else {
          expect(answer).toMatchObject({ value: { ok: true } })
          expect(await reopened.records.byGuid(insertion(n).record.saleGuid)).toMatchObject({
            record: insertion(n).record,
          })
        }
      }
      expect(await reopened.records.lastEventSeq()).toBe(49)
      expect((await reopened.journal.verify()).findings).toEqual([])
    })

    test('on the same names let exactly one win', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => here.store.records.write({ writes: [insertion(1)] })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })
  })
}
