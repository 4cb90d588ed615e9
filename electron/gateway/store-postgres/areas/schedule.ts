import { mayGoOut } from '../../../../shared/domain/journal-finding.ts'
import type { Work } from '../../../../shared/domain/work.ts'
import { type NamedRow, named, namedColumns } from '../../store/kept/named-rows.ts'
import { isLiving } from '../../store/kept/status-sql.ts'
import type { Lane, Schedule } from '../../store/port/port.ts'
import type { StoredOf } from '../../store/tables/stored-of.ts'
import { type Ask, amongOutlets, first, numbersCell, textsCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { Findings } from '../journal/findings.ts'
import type { Writer } from '../writer.ts'

/** What has the work of sending (shared/domain/work.ts). */
const toSend =
  "phase = 'queued' AND consolidated_into IS NULL AND (consolidated = 0 OR members > 0) AND submission_enabled = 1"

const ofOutlets = `WHERE EXISTS
  (SELECT 1 FROM record WHERE seq = record_seq AND record.company_id = $1 AND ${amongOutlets('$2')})`

type DueRow = NamedRow & {
  readonly due_at: number
  readonly tries: number
  readonly most_in_batch: number
  readonly unfinished_builds: number
}

const outgoing: readonly Work[] = ['send', 'cancel']

interface Context {
  readonly read: Ask
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly stored: StoredOf
  readonly findings: Findings
}

export function prepareSchedule(context: Context): Schedule {
  return { ...prepareReads(context), ...prepareWrites(context.writer) }
}

type Writes = 'postpone' | 'beginBuilds' | 'endBuilds' | 'advance' | 'noLaterThan'

function prepareReads({ read, companies, stored, findings }: Context): Omit<Schedule, Writes> {
  /** While a finding stops sending, nothing that would go out is due; what only asks still is. */
  const mayBeDue = async (work: Work) => !outgoing.includes(work) || mayGoOut(await findings.all())
  return {
    async due(work, companyGuid, now, limit) {
      if (!(await mayBeDue(work))) return []
      const rows = await read<DueRow>(
        `SELECT ${namedColumns}, due_at, tries, most_in_batch, unfinished_builds
         FROM outbox JOIN record ON record.seq = record_seq JOIN company ON company.id = record.company_id
         WHERE work = $1 AND outbox.company_id = $2 AND due_at <= $3 ORDER BY due_at, record_seq LIMIT $4`,
        work,
        await companies.idOf(companyGuid),
        now,
        limit,
      )
      return Promise.all(
        rows.map(async (row) => ({
          ...(await stored(row)),
          dueAt: row.due_at,
          tries: row.tries,
          mostInBatch: row.most_in_batch,
          unfinishedBuilds: row.unfinished_builds,
        })),
      )
    },
    async all(work, afterSeq, limit) {
      const text = `${named} JOIN outbox ON record_seq = seq WHERE work = $1 AND seq > $2 ORDER BY seq LIMIT $3`
      return Promise.all((await read<NamedRow>(text, work, afterSeq, limit)).map(stored))
    },
    async nextDue(work, companyGuid) {
      if (!(await mayBeDue(work))) return null
      const text = 'SELECT min(due_at) AS due_at FROM outbox WHERE work = $1 AND company_id = $2'
      const id = await companies.idOf(companyGuid)
      return (await first(read<{ readonly due_at: number | null }>(text, work, id)))?.due_at ?? null
    },
    async dueOf(seq) {
      const text = 'SELECT due_at FROM outbox WHERE record_seq = $1'
      return (await first(read<{ readonly due_at: number }>(text, seq)))?.due_at ?? null
    },
    lanes: async (of) =>
      read<Lane>(
        `SELECT work, company.guid AS "companyGuid", count, first_due_at AS "firstDueAt", submitted_at AS "oldestAt"
         FROM (SELECT work, company_id, count(*) AS count, min(due_at) AS first_due_at, min(record_seq) AS oldest_seq
               FROM outbox ${of ? ofOutlets : ''} GROUP BY work, company_id) lane
         JOIN record ON record.seq = oldest_seq JOIN company ON company.id = lane.company_id`,
        ...(of ? [await companies.idOf(of.companyGuid), textsCell(of.outletNames)] : []),
      ),
    async unsentIssuedBefore(instant) {
      const rows = await read<{ readonly guid: string; readonly count: number }>(
        `SELECT company.guid, count(*) AS count FROM record JOIN company ON company.id = company_id
         WHERE ${isLiving} AND ${toSend} AND issued_at < $1 GROUP BY company.guid`,
        instant,
      )
      return new Map(rows.map(({ guid, count }) => [guid, count]))
    },
  }
}

const ofSends = "record_seq = ANY ($1::bigint[]) AND work = 'send'"

function prepareWrites(writer: Writer): Pick<Schedule, Writes> {
  const run = (text: string, ...cells: readonly (string | number)[]) =>
    writer.write(async ({ ask }) => void (await ask(text, ...cells)))
  return {
    postpone: (work, seqs, dueAt) =>
      run(
        'UPDATE outbox SET due_at = $3, tries = tries + 1 WHERE record_seq = ANY ($1::bigint[]) AND work = $2',
        numbersCell(seqs),
        work,
        dueAt,
      ),
    beginBuilds: (seqs) =>
      run(`UPDATE outbox SET unfinished_builds = unfinished_builds + 1 WHERE ${ofSends}`, numbersCell(seqs)),
    endBuilds: (seqs) => run(`UPDATE outbox SET unfinished_builds = 0 WHERE ${ofSends}`, numbersCell(seqs)),
    advance: (byMs) => run('UPDATE outbox SET due_at = due_at - $1', Math.round(byMs)),
    noLaterThan: (dueAt) => run('UPDATE outbox SET due_at = $1 WHERE due_at > $1', dueAt),
  }
}
