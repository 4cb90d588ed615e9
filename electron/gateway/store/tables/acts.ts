import type { Act, Acts } from '../port/port.ts'
import { actStep, type Engine, type Statement, sql } from '../sql.ts'

export function actsTable({ read, append }: Engine): Acts {
  const list = async (where: Statement) => {
    const rows = await read<Omit<Act, 'facts'> & { readonly seq: number; readonly facts: string }>(
      sql`SELECT seq, at, by, type, facts FROM event WHERE record_seq IS NULL AND ${where}`,
    )
    return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as Act['facts'] }))
  }
  return {
    add: async (act) => void (await append([actStep(act)])),
    list: (afterSeq, limit) => list(sql`seq > ${afterSeq} ORDER BY seq LIMIT ${limit}`),
    latest: (beforeSeq, limit) =>
      list(sql`seq < ${beforeSeq ?? Number.MAX_SAFE_INTEGER} ORDER BY seq DESC LIMIT ${limit}`),
  }
}
