import { describe, expect, test } from 'vitest'
import { evaluateAlerts } from '../../electron/gateway/features/health/evaluate-alerts.ts'
import { findingClasses, journalFinding, journalFindingCodes, maxListed } from '../../shared/domain/journal-finding.ts'
import { someFacts } from '../features/health/facts.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, otherCompany } from '../support/stores.ts'

export function journalContract(open: Open): void {
  describe('the journal', () => {
    const here = freshStore(open)

    test('has a line for every act and every event, of all companies, and proves itself, also after opening anew', async () => {
      const { store } = here
      await store.companies.save(otherCompany, 'control')
      const { companyGuid, companyCode } = otherCompany.profile
      const original = await happen(store, await keep(store, insertion(1)), eventOf.held, eventOf.released)
      await keep(store, insertion(2, { companyGuid, companyCode }))
      await keep(store, insertion(3, { kind: 'credit_note' }, { originals: [original] }))
      await store.settings.set('authority', 'practice', 'control', noon)
      const { journal } = await here.reopen()
      // Two companies, a setting and five events.
      expect(await journal.status()).toMatchObject({ isTrusted: true, findings: [], lines: 8 })
      expect(await journal.verify()).toMatchObject({ lines: 8, records: 3, bodies: 3, findingCount: 0, findings: [] })
    })

    test('remembers when everything was proved last, also after opening anew (RW2)', async () => {
      await keep(here.store, insertion(1))
      expect(await here.store.journal.status()).toMatchObject({ provedAt: null })
      await here.store.journal.verify(noon)
      const { journal } = await here.reopen()
      expect(await journal.status()).toMatchObject({ provedAt: noon })
    })

    test('in which somebody found something lets nothing out, until a person vouches for what is there', async () => {
      const kept = await keep(here.store, insertion(1))
      const { journal } = here.store
      const { companyGuid } = aCompany().profile
      const trust = { by: 'person:Aminah', at: noon, reason: 'looked at', seal: null }
      expect(await journal.trust(trust)).toBe('nothing_found')
      await journal.found([journalFinding('rolled_back'), journalFinding('body_damaged', { record: 1 })])
      const { journal: again, schedule } = await here.reopen()
      expect(await again.status()).toMatchObject({ isTrusted: false, findings: [{ code: 'rolled_back' }, {}] })
      expect(await schedule.due('send', companyGuid, noon + 99, 10)).toEqual([])
      expect(await schedule.nextDue('send', companyGuid)).toBeNull()
      await expect(happen(here.store, kept, eventOf.claimed)).rejects.toThrow('untrusted')
      expect(await again.trust(trust)).toBe('trusted')
      // A finding about one record stays, also after `trust`.
      expect(await again.status()).toMatchObject({ isTrusted: true, findings: [{ code: 'body_damaged' }] })
      expect(await (await here.reopen()).journal.status()).toMatchObject({ findings: [{ code: 'body_damaged' }] })
      expect(await here.store.records.byGuid(kept.record.saleGuid)).toMatchObject({ record: { phase: 'unknown' } })
    })

    const isOfJournal = (alert: string) => alert === 'journal_untrusted' || alert === 'backup_restored'
    test.each(journalFindingCodes)('in which %s was found sends on or stops, and says which', async (code) => {
      const isStopped = findingClasses[code] === 'stops_sending'
      const kept = await keep(here.store, insertion(1))
      await here.store.journal.found([journalFinding(code, { record: 2 })])
      const { journal, schedule } = here.store
      const due = await schedule.due('send', aCompany().profile.companyGuid, noon + 99, 10)
      const claimed = happen(here.store, kept, eventOf.claimed).then(
        () => 'claimed',
        (cause: unknown) => String(cause),
      )
      const status = await journal.status()
      const { isTrusted } = status
      const alarms = evaluateAlerts(someFacts({ journal: status })).map((alert) => alert.code)
      const told = { isTrusted, due: due.length, claimed: await claimed, isAlarm: alarms.some(isOfJournal) }
      expect(told).toEqual(
        isStopped
          ? { isTrusted: false, due: 0, claimed: expect.stringContaining('untrusted') as unknown, isAlarm: true }
          : { isTrusted: true, due: 1, claimed: 'claimed', isAlarm: false },
      )
    })

    test('in which very much was found keeps the first of it and how much there is, also after opening anew', async () => {
      const bodies = Array.from({ length: 2_500 }, (_, at) => journalFinding('body_damaged', { record: at + 1 }))
      await here.store.journal.found(bodies)
      await here.store.journal.found(bodies.slice(1_000))
      const counted = { findings: bodies.slice(0, maxListed), findingCount: 2_500 }
      expect(await here.store.journal.status()).toMatchObject({ isTrusted: true, ...counted })
      // It must not hide findings of another kind.
      await here.store.journal.found([
        journalFinding('row_damaged', { record: 7 }),
        journalFinding('row_damaged', { record: 8 }),
      ])
      const { journal } = await here.reopen()
      const { isTrusted, findings, findingCount } = await journal.status()
      expect([isTrusted, findings.length, findings.at(-1)]).toEqual([
        false,
        maxListed + 1,
        journalFinding('row_damaged', { record: 7 }),
      ])
      expect(findingCount).toBe(2_500)
    })
  })
}
