import { Fault } from '../../../../shared/api/faults.ts'
import type { AttentionCode } from '../../../../shared/domain/attention.ts'
import type { Change, ChangedRecord, RecordCounts, Records, Stored, Write } from '../../store/port/records.ts'
import { closedBut, pageOf, type Within } from './within.ts'

/** The records of some outlets, as if there were no others. */
export const recordsWithin = (records: Records, within: Within): Records =>
  closedBut<Records>({
    ...namedWithin(records, within),
    ...listsWithin(records, within),
    ...countsWithin(records, within),
    write: writeWithin(records, within),
  })

/** Records by their names, and what is kept of one. */
function namedWithin(records: Records, within: Within): Partial<Records> {
  const theirs = (stored: Stored | null) => (stored && within.has(stored.record) ? stored : null)
  return {
    byGuid: async (saleGuid) => theirs(await records.byGuid(saleGuid)),
    byKey: async (family, kind, key) => {
      const { live, latestVoided } = await records.byKey(family, kind, key)
      return { live: theirs(live), latestVoided: theirs(latestVoided) }
    },
    byNumber: async (number) => theirs(await records.byNumber(number)),
    // Of a record that was found by one of the others.
    body: (seq, revision) => records.body(seq, revision),
    events: (seq) => records.events(seq),
    attempts: (seq) => records.attempts(seq),
    payload: (sha256) => records.payload(sha256),
    // What is decided of a record rests on all that refer to it, wherever they were made; none of them is shown.
    isReferredTo: (seq) => records.isReferredTo(seq),
    originals: (seq) => records.originals(seq),
    notesOn: (seq) => records.notesOn(seq),
  }
}

/** Page by page. Outlets are asked for one by one where the store can tell them apart, and put into one order. */
function listsWithin(records: Records, within: Within): Partial<Records> {
  const isTheirs = ({ record }: Pick<Stored, 'record'>) => within.has(record)
  return {
    range: async (query) => {
      const asked = within.asked(query.companyGuid, query.outletName)
      const found = await within.ofEach(({ outletName }) => records.range({ ...query, outletName }), asked)
      const inOrder = found.flat().toSorted((one, other) => byText(one.day, other.day) || one.seq - other.seq)
      return inOrder.slice(0, query.limit)
    },
    list: async (query) => {
      const asked = within.asked(query.companyGuid, query.outletName)
      const found = await within.ofEach((outlet) => records.list({ ...query, ...outlet }), asked)
      const newestFirst = found
        .flat()
        .toSorted((one, other) => other.record.issuedAt - one.record.issuedAt || other.seq - one.seq)
      return newestFirst.slice(0, query.limit)
    },
    shifts: async (companyGuid, among) => {
      const asked = within.asked(companyGuid)
      const each = Math.ceil(among / Math.max(1, asked.length))
      const found = await within.ofEach((outlet) => records.shifts(outlet.companyGuid, each, outlet.outletName), asked)
      return found.flat().toSorted((one, other) => other.newestAt - one.newestAt)
    },
    changedAfter: (eventSeq, companyGuid, limit) =>
      pageOf<ChangedRecord>(
        limit,
        (last, most) => records.changedAfter(last?.eventSeq ?? eventSeq, companyGuid, most),
        isTheirs,
      ),
    lastEventSeq: () => records.lastEventSeq(),
    soldBetween: (query) =>
      pageOf<Stored>(
        query.limit,
        (last, limit) => {
          const after = last ? { issuedAt: last.record.issuedAt, seq: last.seq } : query.after
          return records.soldBetween({ ...query, after, limit })
        },
        isTheirs,
      ),
  }
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

function countsWithin(records: Records, within: Within): Partial<Records> {
  return {
    count: async (query) => {
      const asked = within.asked(query.companyGuid, query.outletName)
      const found = await within.ofEach((outlet) => records.count({ ...query, ...outlet }), asked)
      const [first = await records.count({ ...query, among: [] })] = found
      const names = Object.keys(first) as (keyof RecordCounts)[]
      const sums = names.map((name) => [name, total(found.map((counts) => counts[name]))])
      return Object.fromEntries(sums) as RecordCounts
    },
    attentions: async (companyGuid) => {
      const sums = new Map<AttentionCode, number>()
      const found = await within.ofEachCompany((of) => records.attentions(of.companyGuid, of.outletNames), companyGuid)
      for (const [code, count] of found) sums.set(code, (sums.get(code) ?? 0) + count)
      return sums
    },
    needingPerson: async (companyGuid) =>
      total(
        await within.ofEachCompany(
          async (of) => [await records.needingPerson(of.companyGuid, of.outletNames)],
          companyGuid,
        ),
      ),
  }
}

/** @throws Fault where something of another outlet would be written, or is in the way */
const writeWithin =
  (records: Records, within: Within): Records['write'] =>
  async (change) => {
    if (!change.writes.every((write) => within.has(writtenTo(write))))
      throw new Fault('insufficient_scope', { says: 'another_outlet' })
    const written = await records.write(change)
    // What is in the way is no business of theirs, and asked again it would be in the way again.
    if (!written.ok && written.why === 'guid_taken' && (await isAnothers(records, change, within)))
      throw new Fault('sale_guid_reused')
    return written
  }

const writtenTo = (write: Write) => (write.kind === 'insert' ? write.event.identity : write.was.record)

async function isAnothers(records: Records, { writes }: Change, within: Within): Promise<boolean> {
  const taken = await Promise.all(writes.map((write) => records.byGuid(writtenTo(write).saleGuid)))
  return taken.some((stored) => stored !== null && !within.has(stored.record))
}
