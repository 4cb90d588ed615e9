import pg from 'pg'
import { hashedColumns } from '../../electron/gateway/store/rows/record-row.ts'

/** The past of a chain. All of its sales are valid. */
export interface ChainPast {
  /** Of a database with one valid record, of which copies are made. */
  readonly url: string
  readonly records: number
  readonly outlets: number
  readonly days: number
}

const blockSize = 50_000
/** This index is built afterwards, because building it is faster than updating it. */
const wordsIndex = 'record_found'

/**
 * Makes many records by SQL, the newest of today: rows and events with bodies, but no journal. Every row has the right
 * hash. @param told called with the number so far
 */
export async function fillPostgres(past: ChainPast, told: (made: number) => void): Promise<void> {
  const client = new pg.Client(past.url)
  await client.connect()
  try {
    // Switches off triggers and foreign keys, because checking every row takes too long.
    await client.query("SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '64MB'")
    const { rows } = await client.query<{ last: number; definition: string }>(
      `SELECT (SELECT max(seq)::int FROM record) AS last, pg_get_indexdef('${wordsIndex}'::regclass) AS definition`,
    )
    const [{ last, definition } = { last: 0, definition: '' }] = rows
    await client.query(`DROP INDEX ${wordsIndex}`)
    const texts = await textsOf(client, past)
    for (let from = last + 1; from <= past.records; from += blockSize) {
      const to = Math.min(past.records, from + blockSize - 1)
      await client.query(texts.record, [from, to])
      await client.query(texts.event, [from, to])
      told(to)
    }
    await client.query("SET maintenance_work_mem = '256MB'")
    await client.query(definition)
    await client.query('VACUUM ANALYZE record')
    await client.query('ANALYZE event')
  } finally {
    await client.end()
  }
}

async function textsOf(client: pg.Client, { records, outlets, days }: ChainPast) {
  const { rows } = await client.query<{ name: string; type: string }>(
    "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'record'",
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const everyMs = Math.floor((days * 86_400_000) / records)
  const own = ownColumns(outlets)
  const others = rows.flatMap(({ name }) => (name in own || name === 'row_hash' ? [] : [name]))
  const names = [...Object.keys(own), ...others]
  const made = [
    ...Object.entries(own).map(([name, sql]) => `${sql} AS ${name}`),
    ...others.map((name) => `first.${name}`),
  ]
  const record = `
    INSERT INTO record (${names.join(', ')}, row_hash)
    SELECT ${names.join(', ')}, sha256(convert_to('[' || concat_ws(',', ${hashedColumns.map((name) => said(name, types)).join(', ')}) || ']', 'UTF8'))
    FROM (SELECT ${made.join(', ')} FROM generate_series($1::bigint, $2::bigint) n,
      LATERAL (SELECT gen_random_uuid()::text AS guid, ${instantOf(everyMs, records)} AS at) sale,
      (SELECT * FROM record ORDER BY seq LIMIT 1) first) row`
  const event = `
    INSERT INTO event (seq, record_seq, version, at, type, by, facts, revision, body, beside, chain)
    SELECT 10 + n, n, 1, ${instantOf(everyMs, records)}, type, by, facts, revision, body, beside, sha256(int8send(n))
    FROM generate_series($1::bigint, $2::bigint) n, (SELECT * FROM event WHERE version = 1 ORDER BY seq LIMIT 1) first`
  return { record, event }
}

/** The last sale is a minute old. */
const instantOf = (everyMs: number, records: number) =>
  `(${Date.now() - 60_000} - (${records} - n) * ${everyMs})::bigint`

/** The columns that differ in each copy. */
const ownColumns = (outlets: number): Readonly<Record<string, string>> => ({
  seq: 'n',
  sale_guid: 'guid',
  outlet_name: `'Outlet ' || n % ${outlets}`,
  terminal_name: `'T' || n % 3`,
  sale_code: `'R' || n`,
  submitted_at: 'at',
  submitted_day: `to_char(to_timestamp(at / 1000) AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD')`,
  document_number: `'Outlet ' || n % ${outlets} || '-T' || n % 3 || '-R' || n`,
  total_payable: `to_char((n % 9000 + 1000) / 100.0, 'FM999990.00')`,
  issued_at: 'at - 1000',
  attempt_id: 'gen_random_uuid()::text',
  first_sent_at: 'at + 1000',
  document_time: 'at',
  validated_at: 'at + 3000',
  cancellable_until: 'at + 3000 + 72 * 3600 * 1000',
  uuid: 'upper(left(md5(guid), 26))',
  submission_uid: 'upper(left(md5(guid || 1), 26))',
  long_id: 'upper(md5(guid || 2))',
  search_text: `guid || E'\\nr' || n || E'\\noutlet ' || n % ${outlets} || '-t' || n % 3 || '-r' || n || E'\\nsyarikat pelanggan sdn. bhd.\\nc25845632020'`,
})

/** In SQL: the column's name and value as JSON.stringify writes them; NULL for an empty cell. */
function said(name: string, types: ReadonlyMap<string, string>): string {
  const isText = types.get(name) === 'text'
  return isText ? `'"${name}",' || to_json(${name})::text` : `'"${name}",' || nullif(${name}, 0)`
}
