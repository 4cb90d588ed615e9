import { describe, expect, test } from 'vitest'
import type { WatchedDocument } from '../../../electron/gateway/authority/port.ts'
import { company, lookUpQuery, type Scripted, scripted, sent, shown } from './scripted.ts'

const minuteMs = 60_000
const noon = Date.UTC(2026, 10, 20, 12)

interface Kept {
  readonly uuid: string
  readonly receivedAt: number
}

interface Habits {
  /** The order of the list. The real authority's order is not documented. */
  readonly order?: 'newest' | 'oldest' | 'shuffled'
  /** How many pages the answer says that there are. */
  readonly totalPages?: (count: number) => number | null
}

/** An authority with one document a second and a search like the real one. */
async function keeping(kept: readonly Kept[], { order = 'newest', totalPages = pagesOf }: Habits = {}) {
  const sorted = {
    newest: kept.toSorted((one, other) => other.receivedAt - one.receivedAt),
    oldest: kept.toSorted((one, other) => one.receivedAt - other.receivedAt),
    shuffled: kept.toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1)),
  }[order]
  const authority = await scripted({
    api: ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1])
      const [from, to] = ['submissionDateFrom', 'submissionDateTo'].map((name) => Date.parse(query.get(name) ?? ''))
      const found = sorted.filter(({ receivedAt }) => receivedAt >= (from ?? 0) && receivedAt <= (to ?? 0))
      const page = Number(query.get('pageNo'))
      // Many search engines show at most this many results and do not say that more exist.
      const reachable = found.slice(0, 10_000)
      return {
        status: 200,
        body: {
          result: reachable.slice((page - 1) * 100, page * 100).map(({ uuid, receivedAt }) => ({
            ...shown({ uuid, internalId: uuid }),
            dateTimeReceived: new Date(receivedAt).toISOString(),
          })),
          metadata: { totalPages: totalPages(found.length), totalCount: found.length },
        },
      }
    },
  })
  return authority
}

const pagesOf = (count: number) => Math.ceil(count / 100)

/** Documents of other senders, at intervals back from noon. */
const others = (count: number, everyMs = 1_000): readonly Kept[] =>
  Array.from({ length: count }, (_, at) => ({ uuid: `X${(at * 7919) % count}-${at}`, receivedAt: noon - at * everyMs }))

const watched = (uuid: string, sentAt: number, validatedAt = sentAt + minuteMs): WatchedDocument => ({
  ...sent,
  uuid,
  submissionUid: 'SUB',
  sentAt,
  validatedAt,
  isRejectionKnown: false,
})

const searches = ({ asked }: Scripted) => asked.filter(({ path }) => path.includes('/search')).length
const uuidsIn = (answer: Awaited<ReturnType<Scripted['authority']['watch']>>) =>
  answer.kind === 'shown' ? answer.documents.map(({ uuid }) => uuid).toSorted() : answer

describe('a search among more documents than fifty pages hold', () => {
  const old = { uuid: 'OLD', receivedAt: noon - 14_000_000 }
  const late = { uuid: 'LATE', receivedAt: noon - 60_000 }
  const documents = [watched('OLD', old.receivedAt - minuteMs), watched('LATE', late.receivedAt - minuteMs)]

  test.each(['newest', 'oldest', 'shuffled'] as const)(
    'finds all that is wanted, whether the authority lists it %s first, and in few questions',
    async (order) => {
      const there = await keeping([...others(14_500), old, late], { order })
      expect(uuidsIn(await there.authority.watch(company, documents))).toEqual(['LATE', 'OLD'])
      // Reading every page would take 146 searches.
      expect(searches(there)).toBeLessThan(110)
    },
  )

  test('finds it too where the authority says nothing of how many pages there are, or too little', async () => {
    for (const totalPages of [() => null, () => 1]) {
      const there = await keeping([...others(14_500), old, late], { totalPages, order: 'oldest' })
      expect(uuidsIn(await there.authority.watch(company, documents))).toEqual(['LATE', 'OLD'])
    }
  })

  test('leaves out the time in which nothing wanted can have come in', async () => {
    const dawn = noon - 14_400_000
    const apart = [{ uuid: 'DAWN', receivedAt: dawn }, late]
    const there = await keeping([...others(14_500), ...apart], { order: 'oldest' })
    const wanted = [watched('DAWN', dawn - minuteMs), watched('LATE', late.receivedAt - minuteMs)]
    expect(uuidsIn(await there.authority.watch(company, wanted))).toEqual(['DAWN', 'LATE'])
    expect(searches(there)).toBeLessThan(90)
  })

  test('tells of each question, so that a long search is no standstill', async () => {
    const there = await keeping([...others(6_000), late])
    let steps = 0
    const [, wanted] = documents
    if (wanted) await there.authority.watch(company, [wanted, watched('NOWHERE', noon - minuteMs)], () => (steps += 1))
    expect(steps).toBe(searches(there))
    expect(steps).toBeGreaterThan(1)
  })

  test('finds a document in doubt behind all of them: what is there must never be sent again', async () => {
    const ours = { uuid: 'OURS', receivedAt: noon - 5_900_000 }
    const there = await keeping([...others(6_000), ours])
    const lost = lookUpQuery({ documentNumber: 'OURS', sentFrom: ours.receivedAt - minuteMs, sentTo: noon })
    const answer = await there.authority.lookUp(company, [lost])
    // The search must not prove it missing: its text cannot be read at this authority, so it stays in doubt.
    expect(answer).toEqual({ kind: 'answered', findings: new Map() })
    expect(there.asked.at(-1)?.path).toBe('/api/v1.0/documents/OURS/raw')
  })

  test.each([-9.5, 9.5])(
    'finds one in doubt that came in %d minutes from when we sent it, by the clock there, in whatever half that is',
    async (minutes) => {
      const [early, late] = [noon - 45 * minuteMs, noon - 15 * minuteMs]
      const ours = [early, late].map((at) => ({ uuid: `AT${at}`, receivedAt: at + minutes * minuteMs }))
      // At ten a second, fifty pages cover eight minutes.
      const there = await keeping([...others(36_000, 100), ...ours])
      const queries = [early, late].map((at) =>
        lookUpQuery({ saleGuid: `guid at ${at}`, documentNumber: `AT${at}`, sentFrom: at, sentTo: at + 1_000 }),
      )
      await there.authority.lookUp(company, queries)
      const compared = there.asked.filter(({ path }) => path.endsWith('/raw')).map(({ path }) => path.split('/').at(-2))
      expect(compared).toEqual([`AT${early}`, `AT${late}`])
    },
  )

  test('so many in one second that they cannot be told apart by time are all turned over', async () => {
    const crowd = Array.from({ length: 5_200 }, (_, at) => ({ uuid: `C${at}`, receivedAt: noon }))
    const there = await keeping([...crowd, { uuid: 'LAST', receivedAt: noon }])
    expect(uuidsIn(await there.authority.watch(company, [watched('LAST', noon - 1_000)]))).toEqual(['LAST'])
  })
})

describe('an authority that lies about its pages', () => {
  test('and shows the same one over and over is not believed, and not asked for ever (UP25)', async () => {
    const page = Array.from({ length: 100 }, (_, at) => shown({ uuid: `P${at}` }))
    const there = await scripted({ api: () => ({ status: 200, body: { result: page } }) })
    expect(await there.authority.lookUp(company, [lookUpQuery()])).toEqual({ kind: 'not_answered', askedMs: null })
    expect(await there.authority.watch(company, [watched('W', noon)])).toEqual({ kind: 'not_shown', askedMs: null })
    expect(searches(there)).toBe(4)
  })

  test('and never comes to an end is given up (UP25)', async () => {
    let count = 0
    const page = () => Array.from({ length: 100 }, () => shown({ uuid: `P${(count += 1)}` }))
    const there = await scripted({ api: () => ({ status: 200, body: { result: page() } }) })
    expect(await there.authority.lookUp(company, [lookUpQuery()])).toEqual({ kind: 'not_answered', askedMs: null })
    expect(searches(there)).toBe(1_000)
  })
})
