import { describe, expect, test } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Insertion, OtherParty } from '../../electron/gateway/store/port/records.ts'
import { aContent, eventOf } from '../support/records.ts'
import { freshStore, happen, insertion, keep, type Open, otherCompany, update } from '../support/stores.ts'

const whyNot = async ({ records }: Store, write: Insertion) => {
  const written = await records.write({ writes: [write] })
  return written.ok ? null : written.why
}

export function namesContract(open: Open): void {
  describe('names are unique', () => {
    const here = freshStore(open)
    const first = insertion(1)
    const { saleGuid, saleCode, documentNumber } = first.record

    test('the GUID over everything, the key and the number among what is not voided', async () => {
      await keep(here.store, first)
      await here.store.companies.save(otherCompany, 'control')
      expect(await whyNot(here.store, insertion(2, { saleGuid, kind: 'credit_note', ...otherCompany.profile }))).toBe(
        'guid_taken',
      )
      expect(await whyNot(here.store, insertion(2, { saleCode }))).toBe('key_taken')
      expect(await whyNot(here.store, insertion(2, { documentNumber }))).toBe('number_taken')
      expect(await whyNot(here.store, insertion(2, { saleCode, documentNumber }))).toBe('key_taken')
    })

    test('the key and the number only within company, family and kind', async () => {
      await keep(here.store, first)
      await here.store.companies.save(otherCompany, 'control')
      const { companyGuid, companyCode } = otherCompany.profile
      expect(await whyNot(here.store, insertion(2, { saleCode, documentNumber, kind: 'debit_note' }))).toBeNull()
      expect(await whyNot(here.store, insertion(3, { saleCode, documentNumber, family: 'self_billed' }))).toBeNull()
      expect(await whyNot(here.store, insertion(4, { saleCode, documentNumber, companyGuid, companyCode }))).toBeNull()
    })

    test('a self-billed number belongs to its supplier, however the body spells it', async () => {
      const tin = 'EI00000000030'
      const [alpha, beta] = [
        { name: 'Alpha Ltd', tin: 'C25845632020', idNumber: '1' },
        { name: 'Beta Ltd', tin, idNumber: 'X1' },
      ]
      const parties = [alpha, beta, { ...beta, idNumber: 'X2' }, { ...beta, idNumber: 'NA' }, { name: 'Gamma', tin }]
      const by = (number: number, otherParty: OtherParty) => ({
        ...insertion(number, { documentNumber, family: 'self_billed' }),
        otherParty,
      })
      for (const [at, party] of parties.entries()) expect(await whyNot(here.store, by(at + 1, party))).toBeNull()
      for (const party of parties) expect(await whyNot(here.store, by(9, party))).toBe('number_taken')
      const { companyGuid } = first.record
      const asked = { companyGuid, family: 'self_billed', documentNumber } as const
      expect(await here.store.records.byNumber(asked)).toHaveLength(parties.length)
      const [ofBeta, ...more] = await here.store.records.byNumber({ ...asked, otherParty: beta })
      expect([ofBeta?.record.saleGuid, more]).toEqual([insertion(2).record.saleGuid, []])
      const invalid = await happen(
        here.store,
        await keep(here.store, by(9, { ...beta, idNumber: 'X3' })),
        eventOf.claimed,
        eventOf.refused,
      )
      const SUPPLIER = (ID_NUMBER: string) => ({ NAME: 'Beta Ltd', TIN: 'ei00000000030', ID_NUMBER })
      const revised = (number: string) => ({
        ...update(invalid, { ...eventOf.revised, content: aContent({ documentNumber }) }),
        body: new TextEncoder().encode(JSON.stringify({ SUPPLIER: SUPPLIER(number) })),
      })
      expect(await here.store.records.write({ writes: [revised('x-2')] })).toEqual({ ok: false, why: 'number_taken' })
      expect(await here.store.records.write({ writes: [revised('X4')] })).toMatchObject({ ok: true })
      expect(await whyNot(here.store, by(10, { ...beta, idNumber: 'X3' }))).toBeNull()
    })

    test('a void sets key and number free, but never the GUID', async () => {
      const voided = await happen(here.store, await keep(here.store, first), eventOf.voided)
      expect(await whyNot(here.store, first)).toBe('guid_taken')
      const again = insertion(2, { saleCode, documentNumber })
      const live = await keep(here.store, again)
      expect(await here.store.records.byKey('sale', 'invoice', first.record)).toEqual({ live, latestVoided: null })
      expect(await here.store.records.byNumber({ ...live.record })).toEqual([live])
      expect(await here.store.records.byNumber({ ...live.record, family: 'self_billed' })).toEqual([])
      const later = await happen(here.store, live, eventOf.voided)
      expect(await here.store.records.byNumber(live.record)).toEqual([])
      const holders = await here.store.records.byKey('sale', 'invoice', first.record)
      expect(holders).toEqual({ live: null, latestVoided: later })
      expect(holders.latestVoided?.seq).toBeGreaterThan(voided.seq)
    })

    test('what was voided stands in the way of whoever does not mean to follow it', async () => {
      await happen(here.store, await keep(here.store, first), eventOf.voided)
      const unmeant = { ...insertion(2, { saleCode }), mayFollowVoided: false }
      expect(await whyNot(here.store, unmeant)).toBe('key_voided')
      expect(await whyNot(here.store, { ...unmeant, mayFollowVoided: true })).toBeNull()
      expect(await whyNot(here.store, { ...insertion(3), mayFollowVoided: false })).toBeNull()
    })

    test.each(['invalid', 'cancelled'])('one that is %s keeps its names', async (phase) => {
      const sent = await happen(here.store, await keep(here.store, first), eventOf.claimed)
      if (phase === 'invalid') await happen(here.store, sent, eventOf.refused)
      else await happen(here.store, sent, eventOf.taken, eventOf.cancelled)
      expect(await whyNot(here.store, insertion(2, { saleCode }))).toBe('key_taken')
      expect(await whyNot(here.store, insertion(2, { documentNumber }))).toBe('number_taken')
    })

    test('a correction may not take the number of another, and may take a new one', async () => {
      await keep(here.store, first)
      const invalid = await happen(here.store, await keep(here.store, insertion(2)), eventOf.claimed, eventOf.refused)
      const revised = (number: string) =>
        update(invalid, { ...eventOf.revised, content: aContent({ documentNumber: number }) })
      expect(await here.store.records.write({ writes: [revised(documentNumber)] })).toEqual({
        ok: false,
        why: 'number_taken',
      })
      expect(await here.store.records.byGuid(invalid.record.saleGuid)).toEqual(invalid)
      expect(await here.store.records.write({ writes: [revised('N-new')] })).toMatchObject({ ok: true })
    })
  })
}
