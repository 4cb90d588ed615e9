import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fillPostgres } from '../bench/fill-postgres.ts'
import { aPast, askEverything, large, mayLookThrough, ordered } from '../support/every-question.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

/** A node of a plan, as PostgreSQL describes it. */
interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Node[]
}

/** The nodes of a plan that read rows of a table, except those that stop at the requested number. */
const readsIn = (node: Node): readonly Node[] => {
  const isBounded = (each: Node) => node['Node Type'] === 'Limit' && each.Filter === undefined
  const parts = (node.Plans ?? []).filter((each) => !isBounded(each) || each.Plans)
  return [...(node['Node Type'].endsWith('Scan') ? [node] : []), ...parts.flatMap(readsIn)]
}

describe.skipIf(why !== null)('on PostgreSQL', () => {
  const here = sharedPostgres()
  afterEach(() => void vi.restoreAllMocks())

  test('no question goes through a table in which there is a row for each sale', async () => {
    const { url, stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store')
    const was = await aPast(store)
    await fillPostgres({ url, records: 20_000, outlets: 20, days: 400 }, () => undefined)
    const planner = new pg.Client(url)
    await planner.connect()
    // Forbidden here, because PostgreSQL reads a small table whole if it may.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await planner.query(`SET enable_${way} = off`)
    const partial = await planner.query<{ name: string }>(
      "SELECT indexname AS name FROM pg_indexes WHERE indexdef LIKE '%WHERE%'",
    )
    const meant = [...partial.rows.map(({ name }) => name), ...ordered]
    const isScan = (node: Node, question: string) => {
      const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Filter: filter } = node
      if (!large.includes(table) || type === 'Bitmap Heap Scan' || mayLookThrough(question, table)) return false
      if (question === 'records.count' && type === 'Index Only Scan' && filter === undefined) return false
      return type === 'Seq Scan' || (node['Index Cond'] === undefined && !meant.includes(index))
    }
    const told = vi.spyOn(pg.Client.prototype, 'query')
    const asked: { readonly question: string; readonly text: string; readonly values: unknown[] }[] = []
    await askEverything(store, was, (question) => {
      const calls = told.mock.calls as unknown as readonly [Partial<pg.QueryConfig>][]
      for (const [{ text = '', values = [] }] of calls)
        if (/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(text)) asked.push({ question, text, values })
      told.mockClear()
    })
    told.mockRestore()
    const found: string[] = []
    for (const { question, text, values } of asked) {
      const { rows } = await planner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (FORMAT JSON) ${text}`, values)
      const [{ Plan: plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: { 'Node Type': 'none' } }]
      const scans = readsIn(plan).filter((node) => isScan(node, question))
      found.push(
        ...scans.map(
          (node) => `${question}: ${node['Node Type']} ${node['Relation Name']} ${node['Index Name']} in ${text}`,
        ),
      )
    }
    await planner.end()
    expect(asked.length).toBeGreaterThan(150)
    expect([...new Set(found)]).toEqual([])
  })
})
