import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * The most that the server allows: one submission at a time, each as a record with all indexes and an event with its
 * body, in one transaction each. @param url of a database with one record, of which copies are made @returns
 * submissions a second
 */
export async function barePostgres(url: string, seconds: number): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`
      CREATE TABLE IF NOT EXISTS bare_record (LIKE record INCLUDING ALL);
      CREATE TABLE IF NOT EXISTS bare_event (LIKE event INCLUDING ALL)`)
    const [record, event] = [await firstOf(client, 'record'), await firstOf(client, 'event')]
    const { rows: kept } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM bare_record')
    const count = kept[0]?.count ?? 0
    const until = performance.now() + seconds * 1000
    let rows = 0
    for (; performance.now() < until; rows += 1) {
      const seq = count + rows + 1
      const named = { seq, sale_guid: randomUUID(), sale_code: `b${seq}`, document_number: `b${seq}` }
      await client.query('BEGIN')
      await insert(client, 'bare_record', { ...record, ...named })
      await insert(client, 'bare_event', { ...event, seq, record_seq: seq })
      await client.query('COMMIT')
    }
    return rows / seconds
  } finally {
    await client.end()
  }
}

type Row = Readonly<Record<string, unknown>>

async function firstOf(client: pg.Client, table: string): Promise<Row> {
  const { rows } = await client.query<Row>(`SELECT * FROM ${table} ORDER BY seq LIMIT 1`)
  if (!rows[0]) throw new Error(`${table} is empty`)
  return rows[0]
}

const insert = (client: pg.Client, table: string, row: Row) =>
  client.query({
    name: table,
    text: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map((_, at) => `$${at + 1}`)
      .join(', ')})`,
    values: Object.values(row),
  })
