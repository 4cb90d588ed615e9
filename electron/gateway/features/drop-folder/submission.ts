import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Fault } from '../../../../shared/api/faults.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { problemOf } from '../../http/problems.ts'
import { bodyOfCsv } from './body-of-csv.ts'
import { cellOf, isCsv } from './names.ts'

/** The gateway as a till sees it, with the token of the folder. */
export type AskGateway = (ask: {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}) => Promise<Told>

interface Told {
  readonly status: number
  /** JSON. */
  readonly text: string
}

/** As many bytes as a submission may have (contract 2). */
const mostBytes = 1024 * 1024

/** Submits a file. @returns what the gateway says; of what never gets that far, the same kind of refusal */
export async function submissionOf(file: string, ask: AskGateway): Promise<Told> {
  const document = basename(file)
  const { family, kind } = cellOf(document)
  const path = `/v1/${family}/${kind}_submission`
  try {
    // Before it is read: a file can be larger than the memory.
    if ((await stat(file)).size > mostBytes) throw new Fault('body_too_large', { values: { limit: '1024 KB' } })
    const bytes = await readFile(file)
    const body = isCsv(document) ? bodyOfCsv(bytes) : bytes
    return await ask({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body })
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    const problem = problemOf(cause, path, 'en')
    return { status: problem.status, text: JSON.stringify(problem) }
  }
}

/** The record as it is now. */
export const statusOf = ({ FAMILY, KIND, SALE_GUID }: WireRecord, ask: AskGateway): Promise<Told> =>
  ask({
    method: 'GET',
    path: `/v1/${FAMILY}/${KIND}_checkstatus/by_guid`,
    headers: { sale_guid: SALE_GUID },
  })
