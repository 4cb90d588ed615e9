import type { Database } from 'better-sqlite3'
import type { AttemptCells } from '../kept/line.ts'
import { unpacked } from '../kept/packed.ts'

/** @returns attempts as their rows, with the document each sends; undefined where either is gone or cannot be read */
export function prepareAttemptCells(database: Database): (id: string) => AttemptCells | undefined {
  const attempt = database.prepare<[string], Omit<AttemptCells, 'document'> & { readonly document: Buffer }>(
    `SELECT id, batch_id, revision, attempt.sha256, document_time, claimed_at, send_deadline, payload.body AS document
     FROM attempt JOIN payload ON payload.sha256 = attempt.sha256 WHERE id = ?`,
  )
  return (id) => {
    const row = attempt.get(id)
    const document = row && unpacked(row.document)
    return document ? { ...row, document } : undefined
  }
}
