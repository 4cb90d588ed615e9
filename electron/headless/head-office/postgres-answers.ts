import { realpathSync } from 'node:fs'
import pg from 'pg'

/** It begins or ends. */
const cannotConnectNow = '57P03'
const patienceMs = 5_000

/** @returns whose server it is that answers there; `busy` where it begins or ends, `nobody` where none is heard */
export async function whoAnswers(url: string, files: string): Promise<'ours' | 'busy' | 'foreign' | 'nobody'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
  // Whoever asks is told by the question.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly data_directory: string }>('SHOW data_directory')
    return realpathSync(rows[0]?.data_directory ?? '') === realpathSync(files) ? 'ours' : 'foreign'
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === cannotConnectNow) return 'busy'
    return cause instanceof pg.DatabaseError ? 'foreign' : 'nobody'
  } finally {
    await client.end().catch(() => undefined)
  }
}
