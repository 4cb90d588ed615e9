import type { RecordRow } from './rows.ts'

/** A whole row with the names of its company. */
export type NamedRow = RecordRow & { readonly company_guid: string; readonly company_code: string }

/** What a `NamedRow` is made of, and where it comes from. */
export const namedColumns = 'record.*, company.guid AS company_guid, company.code AS company_code'
export const named = `SELECT ${namedColumns} FROM record JOIN company ON company.id = record.company_id`
