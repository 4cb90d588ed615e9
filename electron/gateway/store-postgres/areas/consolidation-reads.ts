import { isUnfollowed, waitingTills, waits } from '../../store/kept/consolidation-rows.ts'
import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import type { Consolidations, Waiting, WaitingTill } from '../../store/port/consolidation.ts'
import { first } from '../ask.ts'
import type { ConsolidationDeps } from './consolidation.ts'

type Reads = Pick<Consolidations, 'tills' | 'waiting' | 'documentsOf' | 'unfollowed' | 'members'>

export function prepareConsolidationReads({ read, companies, stored }: ConsolidationDeps): Reads {
  const all = async (text: string, ...cells: readonly number[]) =>
    Promise.all((await read<NamedRow>(text, ...cells)).map(stored))
  return {
    async tills(companyGuid, issuedBefore) {
      const rows = await read<Omit<WaitingTill, 'companyGuid'>>(
        `SELECT ${waitingTills}
         FROM record WHERE company_id = $1 AND ${waits} AND issued_at < $2
         GROUP BY outlet_name, terminal_name, family ORDER BY outlet_name, terminal_name, family`,
        await companies.idOf(companyGuid),
        issuedBefore,
      )
      return rows.map((row): WaitingTill => ({ ...row, companyGuid }))
    },
    waiting: () =>
      read<Waiting>(
        `SELECT company.guid AS "companyGuid", count(*) AS count, min(issued_at) AS "oldestIssuedAt"
         FROM record JOIN company ON company.id = company_id WHERE ${waits} GROUP BY company.guid`,
      ),
    async documentsOf({ companyGuid, family, outletName, terminalName }, start) {
      const row = await first(
        read<{ readonly count: number }>(
          `SELECT count(*) AS count FROM record WHERE company_id = $1 AND sale_code >= $2 AND sale_code < $3
             AND shift_code = 'CONSOLIDATED' AND terminal_name = $4 AND outlet_name = $5 AND family = $6
             AND kind = 'invoice'`,
          await companies.idOf(companyGuid),
          start,
          `${start}~`,
          terminalName,
          outletName,
          family,
        ),
      )
      return row?.count ?? 0
    },
    unfollowed: (limit) =>
      all(
        `${named} WHERE ${isUnfollowed('record AS member')}
         ORDER BY seq LIMIT $1`,
        limit,
      ),
    members: (documentSeq, afterSeq, limit) =>
      all(
        `${named} JOIN consolidation_member ON record_seq = record.seq
         WHERE document_seq = $1 AND record_seq > $2 ORDER BY record_seq LIMIT $3`,
        documentSeq,
        afterSeq,
        limit,
      ),
  }
}
