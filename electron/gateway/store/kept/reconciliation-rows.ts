import type { RecordState } from '../../../../shared/domain/record.ts'

/** Rows are a `KeptReconciliation` each. @param outcome NULL for a list, whose outcomes nobody reads */
export const reconciliations = (outcome: string): string => `SELECT reconciliation.id, company.guid AS "companyGuid",
    company.code AS "companyCode", from_day AS "from", to_day AS "to", begun_at AS "begunAt", begun_by AS "begunBy",
    state, progress, ${outcome} AS outcome
  FROM reconciliation JOIN company ON company.id = company_id`

/** Every UUID that the authority gave a record, each once. @param before those that its events tell of */
export const uuidsOf = ({ authority }: RecordState, before: readonly string[]): readonly string[] => [
  ...new Set([...before, ...(authority ? [authority.uuid] : [])]),
]
