import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { Reached } from './calls-over.ts'

interface Written {
  readonly file: string
  readonly bytes: number
  readonly lines: number
  /** SHA-256 of the file. */
  readonly fingerprint: string
}

interface Asked {
  readonly from: string
  readonly to: string
  readonly file: string
}

/** Writes everything of some days into a new file. @throws BadConfiguration if the file is there already */
export async function exportDocumentsTo(reached: Reached, { file, ...days }: Asked): Promise<Written> {
  const handle = await open(file, 'wx', 0o600).catch((cause: unknown) => {
    throw new BadConfiguration(`${file} cannot be made: choose another name, in a folder that is there.`, { cause })
  })
  try {
    return { file, ...(await writePages(reached, days, handle)) }
  } catch (cause) {
    await rm(file)
    throw cause
  } finally {
    await handle.close()
  }
}

async function writePages(reached: Reached, days: Omit<Asked, 'file'>, handle: FileHandle) {
  const whole = createHash('sha256')
  let [bytes, lines] = [0, 0]
  for (let after: string | null | undefined; after !== null; ) {
    const query = { ...days, ...(after !== undefined && { after }) }
    const page: OperatorAnswer<'exportDocuments'> = await reached.call('exportDocuments', { query })
    const text = Buffer.from(page.items.map((item) => `${JSON.stringify(item)}\n`).join(''))
    await handle.appendFile(text)
    whole.update(text)
    bytes += text.length
    lines += page.items.filter((item) => 'line' in item).length
    after = page.next
  }
  return { bytes, lines, fingerprint: whole.digest('hex') }
}

export const writtenText = ({ file, bytes, lines, fingerprint }: Written): string =>
  [
    `${file}: ${bytes} bytes, ${lines} lines of the journal.`,
    `Fingerprint (SHA-256), to be written down: ${fingerprint}`,
    lines === 0
      ? 'Nothing happened on these days. They are days of Malaysia, where the next one begins at 16:00 UTC.'
      : 'It has whole documents with names and numbers: keep it like the documents themselves. “resit verify FILE” proves it on any computer.',
  ].join('\n')
