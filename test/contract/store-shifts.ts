import { describe, expect, test } from 'vitest'
import type { ShiftClosing, ShiftOpening, TillShift } from '../../electron/gateway/store/port/shifts.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open } from '../support/stores.ts'

const { companyGuid } = aCompany().profile
const dayMs = 86_400_000
const today = dayOf(noon, 'Asia/Kuala_Lumpur')
const till = { companyGuid, outletName: 'KLCC', terminalName: 'T1' }
const sale = (n: number, at = noon, names = {}) =>
  insertion(n, { outletName: 'KLCC', terminalName: 'T1', shiftCode: 'S1', ...names }, { at })
const opening = (id: string, over: Partial<ShiftOpening> = {}): ShiftOpening => ({
  ...till,
  id,
  shiftCode: 'S1',
  at: noon,
  by: 'person:Siti',
  today,
  ...over,
})
const closing = (throughSeq: number, over: Partial<ShiftClosing> = {}): ShiftClosing => ({
  at: noon + 1,
  by: 'person:Ravi',
  isClean: true,
  reason: null,
  report: '{"form":1}',
  throughSeq,
  code: 'ABCDEFGH',
  ...over,
})

export function shiftsContract(open: Open): void {
  describe('shifts', () => {
    const here = freshStore(open)
    const codesIn = async (id: string) =>
      (await here.store.shifts.documents(id)).documents.map(({ record }) => record.saleCode)
    const opened = (id: string, over: Partial<ShiftOpening> = {}) => here.store.shifts.open(opening(id, over))

    test('are one of a code at a time at a till, and counted there without a gap', async () => {
      const { shifts } = here.store
      const first = await opened('one')
      expect(first).toMatchObject({ ...till, number: 1, companyCode: 'DEMO', closed: null })
      expect(await opened('again')).toEqual(first)
      expect(await opened('other', { terminalName: 'T2' })).toMatchObject({ number: 1 })
      expect(await opened('two', { shiftCode: 'S2' })).toMatchObject({ number: 2 })
      const open = async () => (await here.store.shifts.openOnes({ companyGuid: null })).map(({ id }) => id)
      expect(await open()).toEqual(['one', 'two', 'other'])
      await shifts.close('one', closing(0))
      await here.reopen()
      expect(await open()).toEqual(['two', 'other'])
    })

    test('of two that open at the same moment are one', async () => {
      const [one, other] = await Promise.all(['a', 'b'].map((id) => opened(id)))
      expect(one).toEqual(other)
    })

    test('have every sale of their till and code in exactly one of them', async () => {
      const { shifts } = here.store
      await keep(here.store, sale(1, noon - dayMs))
      await keep(here.store, sale(2))
      await keep(here.store, sale(3, noon, { terminalName: 'T2' }))
      await keep(here.store, sale(4, noon, { shiftCode: 'S2' }))
      await opened('one')
      const { throughSeq } = await shifts.documents('one')
      await keep(here.store, sale(5))
      expect(await codesIn('one')).toEqual(['0002', '0005'])
      await shifts.close('one', closing(throughSeq))
      // A sale after the report belongs to the next shift.
      expect(await codesIn('one')).toEqual(['0002'])
      expect(await shifts.lateCount('one')).toBe(1)
      await opened('two')
      expect(await codesIn('two')).toEqual(['0005'])
      const content = await shifts.documents('two')
      await shifts.close('two', closing(content.throughSeq))
      expect(await shifts.lateCount('one')).toBe(0)
    })

    test('name sales that came without one, and do not where one is open or was closed over them', async () => {
      const { shifts } = here.store
      await keep(here.store, sale(1, noon - dayMs))
      await keep(here.store, sale(2))
      await keep(here.store, sale(3, noon, { shiftCode: 'CONSOLIDATED' }))
      const loose = async () =>
        (await shifts.withoutShift({ companyGuid }, today)).map(({ shiftCode, count }) => `${shiftCode} ${count}`)
      expect(await loose()).toEqual(['S1 1'])
      await opened('one')
      expect(await loose()).toEqual([])
      await shifts.close('one', closing((await shifts.documents('one')).throughSeq))
      expect(await loose()).toEqual([])
      await keep(here.store, sale(4))
      expect(await loose()).toEqual(['S1 1'])
    })

    test('have their bodies in the till’s own digits', async () => {
      const bodies = ['{"PAYMENTS":[{"METHOD":"01","AMOUNT":12345678901234567.89}]}', '{"PAYMENT_METHOD":"02"}']
      for (const [at, body] of bodies.entries()) await keep(here.store, { ...sale(at + 1), body: Buffer.from(body) })
      await opened('one')
      const { documents } = await here.store.shifts.documents('one')
      expect(documents.map(({ body }) => body && Buffer.from(body).toString())).toEqual(bodies)
    })

    test('are closed once, for good, and leave that in the journal', async () => {
      const { shifts } = here.store
      await opened('one')
      await shifts.close('one', closing(7, { isClean: false, reason: 'The line is down' }))
      expect(await shifts.close('one', closing(9))).toBe('closed_already')
      const shift = (await (await here.reopen()).shifts.byId('one')) as TillShift
      expect(shift.closed).toEqual({
        at: noon + 1,
        by: 'person:Ravi',
        isClean: false,
        reason: 'The line is down',
        report: '{"form":1}',
      })
      const types = (await here.store.acts.list(0, 100)).map(({ type }) => type)
      expect(types).toEqual(expect.arrayContaining(['shift_opened', 'shift_closed']))
      expect(types.filter((type) => type === 'shift_closed')).toHaveLength(1)
    })

    test('have what the till said of them: the same again changes nothing, a correction takes its place', async () => {
      const { shifts } = here.store
      const report = { count: 2, total: '25.44', numbers: ['N-0001', 'N-0002'] }
      const told = { ...till, span: 'one', report, at: noon, by: 'token:Till 1' }
      await shifts.keepTillReport(told)
      await shifts.keepTillReport({ ...told, at: noon + 5 })
      await shifts.keepTillReport({ ...told, span: '2026-11-20', terminalName: 'T2' })
      const reopened = (await here.reopen()).shifts
      expect(await reopened.tillReports(['one'])).toEqual([told])
      const corrected = { ...told, report: { ...report, total: '25.45', numbers: null }, at: noon + 9 }
      await reopened.keepTillReport(corrected)
      expect(await reopened.tillReports(['one'])).toEqual([corrected])
      expect(
        (await reopened.tillReports(['one', '2026-11-20'])).map(({ terminalName }) => terminalName).toSorted(),
      ).toEqual(['T1', 'T2'])
      const types = (await here.store.acts.list(0, 100))
        .map(({ type }) => type)
        .filter((type) => /till_report/.test(type))
      expect(types).toEqual(['till_report_kept', 'till_report_kept', 'till_report_corrected'])
    })

    test('are listed page by page, the one closed last first', async () => {
      const { shifts } = here.store
      for (const [id, at] of [
        ['one', 1],
        ['two', 2],
        ['three', 2],
      ] as const) {
        await opened(id)
        await shifts.close(id, closing(0, { at: noon + at }))
      }
      const all = { companyGuid, till: null, before: null, limit: 2 }
      const page = await shifts.closedOnes(all)
      expect(page.map(({ id }) => id)).toEqual(['two', 'three'])
      const before = { at: noon + 2, id: 'three' }
      expect((await shifts.closedOnes({ ...all, till, before })).map(({ id }) => id)).toEqual(['one'])
      expect(await shifts.closedOnes({ ...all, till: { ...till, terminalName: 'T9' } })).toEqual([])
    })
  })

  describe('reconciliations', () => {
    const here = freshStore(open)
    const run = { id: 'r', companyGuid, from: '2026-11-01', to: '2026-11-30', begunAt: noon }

    test('keep what was found, and a list of them leaves it out', async () => {
      const { reconciliations } = here.store
      await reconciliations.begin(run)
      expect(await reconciliations.byId('r')).toEqual({ ...run, companyCode: 'DEMO', progress: null, outcome: null })
      await reconciliations.end('r', { progress: '{"read":2}', outcome: '{"differences":[]}' })
      const after = (await here.reopen()).reconciliations
      const ended = { ...run, companyCode: 'DEMO', progress: '{"read":2}' }
      expect(await after.byId('r')).toEqual({ ...ended, outcome: '{"differences":[]}' })
      expect(await after.list(companyGuid, 10)).toEqual([{ ...ended, outcome: null }])
    })

    test('find records by when they went out and by their number, with every name they have there', async () => {
      const sent = await keep(here.store, sale(1))
      await keep(here.store, sale(2))
      const { record } = await happen(here.store, sent, eventOf.claimed, eventOf.taken)
      const { reconciliations } = here.store
      const place = { sentAt: 0, seq: 0 }
      const found = await reconciliations.sentBetween(companyGuid, place, noon + dayMs, 10)
      expect(found).toEqual([{ seq: sent.seq, record, uuids: [record.authority?.uuid] }])
      const named = await reconciliations.byNumbers(companyGuid, ['N-0002', 'N-0001', 'N-9999'])
      expect(named.map((each) => each.record.documentNumber).toSorted()).toEqual(['N-0001', 'N-0002'])
    })
  })
}
