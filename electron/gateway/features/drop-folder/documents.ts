import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Fault } from '../../../../shared/api/faults.ts'
import { type WireRecord } from '../../../../shared/api/shapes/record.ts'
import { type Family, families, type Kind, kinds } from '../../../../shared/domain/record.ts'
import { problemOf } from '../../http/problems.ts'

export const answerFileName = (document: string): string => `${document}.answer.json`
export const refusalFileName = (document: string): string => `${document}.refused.json`

/** The suffix says how far a document is, also after a crash. */
const taken = { open: '.accepted', done: '.done', refused: '.refused' } as const
export type FileStage = keyof typeof taken
export const takenFileName = (document: string, how: FileStage): string => `${document}${taken[how]}`

/** Our own answers, and temporary files of editors and copying programs. */
const notForUs = /^[.~]|\.(answer|refused)\.json$/i

export const isDocumentFile = (name: string): boolean => /\.json$/i.test(name) && !notForUs.test(name)

/** The document that still waits for its final status; null for any other name. */
export const documentOfAcceptedFile = (name: string): string | null => {
  const document = name.endsWith(taken.open) ? name.slice(0, -taken.open.length) : null
  return document !== null && isDocumentFile(document) ? document : null
}

/** `R-1.credit_note.json`, `R-1.self_billed.invoice.json`; without a kind in the name, a sale's invoice. */
function cellOf(document: string): { readonly family: Family; readonly kind: Kind } {
  const words = document.toLowerCase().split('.').slice(1, -1)
  const kind = kinds.find((each) => words.includes(each)) ?? 'invoice'
  return { family: families.find((each) => each !== 'sale' && words.includes(each)) ?? 'sale', kind }
}

/**
 * Writes the whole text or nothing, also if the power fails.
 * @param mode who may read it, also against the process's mask for new files
 */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  const fresh = `${file}.part`
  // Other programs can write to the folder, so a file or link with this name is removed first.
  await rm(fresh, { force: true })
  const handle = await open(fresh, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
  await syncNames(dirname(file))
}

async function syncNames(directory: string): Promise<void> {
  // Windows opens no directories, and its file system logs their changes itself.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export type AskGateway = (ask: {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}) => Promise<GatewayAnswer>

interface GatewayAnswer {
  readonly status: number
  readonly text: string
}

/** The limit of a submission (contract 2). */
const mostBytes = 1024 * 1024

/** @returns the gateway's answer; for a file that cannot be submitted, a refusal of the same form */
export async function submitFile(file: string, ask: AskGateway): Promise<GatewayAnswer> {
  const { family, kind } = cellOf(basename(file))
  const path = `/v1/${family}/${kind}_submission`
  try {
    // Before reading, because a file can be larger than the memory.
    if ((await stat(file)).size > mostBytes) throw new Fault('body_too_large', { values: { limit: '1024 KB' } })
    const body = await readFile(file)
    return await ask({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body })
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    const problem = problemOf(cause, path, 'en')
    return { status: problem.status, text: JSON.stringify(problem) }
  }
}

export const fetchStatus = ({ FAMILY, KIND, SALE_GUID }: WireRecord, ask: AskGateway): Promise<GatewayAnswer> =>
  ask({
    method: 'GET',
    path: `/v1/${FAMILY}/${KIND}_checkstatus/by_guid`,
    headers: { sale_guid: SALE_GUID },
  })
