import { Fault } from '../../../../shared/api/faults.ts'
import type { Consolidations } from '../../store/port/consolidation.ts'
import type { Journal, Storage } from '../../store/port/journal.ts'
import type { Acts, Companies, KeptReport, Schedule, Store, Tokens } from '../../store/port/port.ts'
import type { Figures, Shifts } from '../../store/port/shifts.ts'
import { closedBut, pageOf, type Within } from './within.ts'

/** The areas of the store that handlers are given. */
export type Areas = Omit<Store, 'records' | 'codes' | 'settings'> & { readonly storage: Storage }

/** What is kept beside records, as if there were no other outlets. */
export const storeWithin = (store: Areas, within: Within): Areas => ({
  companies: companiesWithin(store.companies, within),
  shifts: shiftsWithin(store.shifts, within),
  schedule: scheduleWithin(store.schedule, within),
  consolidations: consolidationsWithin(store, within),
  figures: figuresWithin(store.figures, within),
  tokens: closedBut<Tokens>({
    reports: async () => (await store.tokens.reports()).filter((report) => isOfThem(report, within)),
  }),
  // Whoever approves something is another person; drafts are the caller's own.
  people: store.people,
  drafts: store.drafts,
  acts: closedBut<Acts>({ add: (act) => store.acts.add(act) }),
  journal: closedBut<Journal>({ status: () => store.journal.status() }),
  // Asked for where handlers are made; of nothing in them is anything told.
  taxpayers: closedBut({}),
  reconciliations: closedBut({}),
  webhooks: closedBut({}),
  upkeep: closedBut({}),
  storage: store.storage,
})

const companiesWithin = (companies: Companies, { companies: seen }: Within): Companies => {
  const theirs = <Company extends { readonly profile: { readonly companyGuid: string } }>(company: Company | null) =>
    company && seen.has(company.profile.companyGuid) ? company : null
  return closedBut<Companies>({
    byGuid: async (guid) => theirs(await companies.byGuid(guid)),
    byCode: async (code) => theirs(await companies.byCode(code)),
    list: async () => (await companies.list()).filter((company) => theirs(company)),
  })
}

const shiftsWithin = (shifts: Shifts, within: Within): Shifts =>
  closedBut<Shifts>({
    open: async (opening) => {
      if (!within.has(opening)) throw new Fault('insufficient_scope', { says: 'another_outlet' })
      return shifts.open(opening)
    },
    byId: async (id) => {
      const shift = await shifts.byId(id)
      return shift && within.has(shift) ? shift : null
    },
    openOnes: async (companyGuid) => (await shifts.openOnes(companyGuid)).filter((shift) => within.has(shift)),
    closedOnes: (query) =>
      pageOf(
        query.limit,
        (last, limit) =>
          shifts.closedOnes({
            ...query,
            before: last?.closed ? { at: last.closed.at, id: last.id } : query.before,
            limit,
          }),
        (shift) => within.has(shift),
      ),
    uncovered: async (companyGuid, today) =>
      (await shifts.uncovered(companyGuid, today)).filter((uncovered) => within.has(uncovered)),
    // Of a shift that was found by one of the others.
    documents: (id) => shifts.documents(id),
    lateCount: (id) => shifts.lateCount(id),
    close: (id, closing) => shifts.close(id, closing),
  })

const scheduleWithin = (schedule: Schedule, within: Within): Schedule =>
  closedBut<Schedule>({
    dueOf: (seq) => schedule.dueOf(seq),
    lanes: () => within.ofEachCompany((of) => schedule.lanes(of)),
  })

const consolidationsWithin = ({ consolidations }: Areas, within: Within): Consolidations =>
  closedBut<Consolidations>({
    waiting: async () => {
      const companies = [...within.companies]
      const found = await Promise.all(companies.map((guid) => consolidations.tills(guid, Number.MAX_SAFE_INTEGER)))
      return companies.flatMap((companyGuid, at) => {
        const tills = (found[at] ?? []).filter((till) => within.has(till))
        if (tills.length === 0) return []
        const oldestIssuedAt = Math.min(...tills.map((till) => till.oldestIssuedAt))
        return [{ companyGuid, count: tills.reduce((sum, { count }) => sum + count, 0), oldestIssuedAt }]
      })
    },
  })

const figuresWithin = (figures: Figures, within: Within): Figures =>
  closedBut<Figures>({
    tallies: (companyGuid, day) =>
      within.ofEachCompany(({ outletNames }) => figures.tallies(companyGuid, day, outletNames), companyGuid),
  })

const folded = (name: string): string => name.normalize('NFKC').toLowerCase()

/** An outlet's gateway comes in with a token that has the outlet's name. */
const isOfThem = ({ name, companyGuid }: KeptReport, within: Within): boolean =>
  within.asked(companyGuid).some(({ outletName }) => folded(outletName) === folded(name))
