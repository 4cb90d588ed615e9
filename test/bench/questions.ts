import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Cursors } from '../../electron/gateway/features/records/cursors.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { companyGuid } from '../support/till.ts'

export interface Asked {
  readonly name: string
  /** The tenth percentile, in which other programs of this machine hardly show. */
  readonly p10Ms: number
  readonly p50Ms: number
}

interface Place {
  readonly dataDir: string
  readonly port: number
  readonly token: string
  readonly url: string
  readonly outlets: number
}

type Headers = Readonly<Record<string, string>>
type Asking = () => readonly [path: string, headers: Headers]

export interface Question {
  readonly name: string
  /** @returns how long the answer took, in milliseconds */
  readonly ask: () => Promise<number>
}

const times = 100

/** The queries of tills, screens and monitoring to a head office with years of documents, by name. */
export async function questionsOf(place: Place): Promise<readonly Question[]> {
  const { guids, first, last } = await knownIn(place.url)
  const asTill = { authorization: `Bearer ${place.token}` }
  const asOwner = { authorization: `Bearer ${readFileSync(join(place.dataDir, 'control.token'), 'utf8')}` }
  const inputs = { companyGuid, family: 'sale', kind: 'invoice', from: first, to: last.day, outletName: null } as const
  const key = (await secretsInFile(join(place.dataDir, 'secrets.json')).get('installation/key')) ?? ''
  const cursor = new Cursors(key).write({ day: last.day, seq: last.seq - 50, pageSize: 25 }, inputs)
  const range = { ...asTill, company_guid: companyGuid, submission_from: first, submission_to: last.day }
  const byRange = '/v1/sale/invoice_checkstatus/by_submission'
  const op = '/operator/v1'
  let n = 0
  const askings: readonly (readonly [string, Asking])[] = [
    [
      'status by GUID',
      () => ['/v1/sale/invoice_checkstatus/by_guid', { ...asTill, sale_guid: guids[(n += 1) % guids.length] ?? '' }],
    ],
    ['range of a month, first page', () => [byRange, range]],
    ['range of a month, deep page', () => [`${byRange}?cursor=${cursor}`, range]],
    ['range of an outlet, first page', () => [byRange, { ...range, outlet_name: 'Outlet 7' }]],
    ['range of an outlet without sales', () => [byRange, { ...range, outlet_name: 'Nowhere' }]],
    ['outlets', () => [`${op}/outlets`, asOwner]],
    ['health', () => [`${op}/health`, asOwner]],
    ['queue', () => [`${op}/queue`, asOwner]],
    ['records, first page', () => [`${op}/records`, asOwner]],
    ['records, deep page', () => [`${op}/records?before=${Date.now() - 20 * 86_400_000}.0`, asOwner]],
    ['records of an outlet without sales', () => [`${op}/records?outlet=Nowhere`, asOwner]],
    ['search for a sale code', () => [`${op}/records`, { ...asOwner, search_text: 'r77777' }]],
  ]
  await reportOutlets(place, asOwner)
  return askings.map(([name, asking]) => ({ name, ask: () => answered(name, place.port, asking()) }))
}

async function answered(name: string, port: number, [path, headers]: ReturnType<Asking>): Promise<number> {
  const askedMs = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`)
  return performance.now() - askedMs
}

/**
 * Asks several head offices in turns, so that other load slows all of them alike. @returns the results in the same
 * order
 */
export async function askInterleaved(questions: readonly Question[]): Promise<readonly Asked[]> {
  const waits: (readonly [Question, number[]])[] = questions.map((question) => [question, []])
  for (let time = 0; time < times; time += 1) {
    for (const [{ ask }, own] of waits) own.push(await ask())
    // A query that takes seconds needs only a few tries.
    if (time >= 4 && waits.some(([, own]) => own.reduce((sum, ms) => sum + ms, 0) > 20_000)) break
  }
  return waits.map(([{ name }, own]) => {
    const sorted = own.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    return { name, p10Ms: at(0.1), p50Ms: at(0.5) }
  })
}

/** @throws Error if a row differs from what a head office writes, because then the measurement is worthless */
export async function assertIntact(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      "SELECT value FROM setting WHERE name = 'journal_findings' AND value LIKE '%row_damaged%'",
    )
    if (rows.length > 0) throw new Error(`rows were made that prove nothing: ${JSON.stringify(rows)}`)
  } finally {
    await client.end()
  }
}

async function knownIn(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ sale_guid: string }>(
      'SELECT sale_guid FROM record TABLESAMPLE SYSTEM (1) LIMIT 500',
    )
    const { rows: days } = await client.query<{ seq: number; day: string; first: string }>(
      `SELECT seq::int, submitted_day AS day, to_char(submitted_day::date - 30, 'YYYY-MM-DD') AS first
       FROM record ORDER BY seq DESC LIMIT 1`,
    )
    const [last] = days
    if (!last) throw new Error('no records')
    return { guids: rows.map(({ sale_guid: guid }) => guid), first: last.first, last }
  } finally {
    await client.end()
  }
}

async function reportOutlets({ port, outlets }: Place, asOwner: Headers): Promise<void> {
  const post = async (path: string, headers: Headers, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const told = (await response.json()) as { readonly token?: string }
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(told)}`)
    return told
  }
  for (let outlet = 0; outlet < outlets; outlet += 1) {
    const { token } = await post('/operator/v1/tokens', asOwner, {
      name: `Outlet ${outlet}`,
      scopes: ['submit', 'read'],
    })
    await post('/operator/v1/outlets/reports', { authorization: `Bearer ${token}` }, report())
  }
}

const report = () => ({
  version: '0.1.0',
  at: new Date().toISOString(),
  verdict: 'good',
  alerts: [],
  unsent: 3,
  oldest_unsent_at: new Date().toISOString(),
  in_doubt: 0,
  unconsolidated: 0,
  needs_person: 0,
  closing: false,
})
