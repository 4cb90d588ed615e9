import { operator } from '../../gateway/api.ts'
import type { Exported } from './export-file.ts'

/** The file of `resit export --documents`: every chain line of these days with its documents. `count` counts chain lines. */
export async function documentsFile(from: string, to: string): Promise<Exported> {
  const pieces: Blob[] = []
  let count = 0
  for (let after: string | null | undefined; after !== null; ) {
    const query = { from, to, ...(after !== undefined && { after }) }
    const page: Awaited<ReturnType<typeof operator<'exportDocuments'>>> = await operator('exportDocuments', { query })
    pieces.push(new Blob([page.items.map((item) => `${JSON.stringify(item)}\n`).join('')]))
    count += page.items.filter((item) => 'line' in item).length
    after = page.next
  }
  return { file: new Blob(pieces), count }
}
