import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundledLists } from '../../electron/gateway/features/codes/bundled.ts'
import { listFiles } from '../../electron/gateway/features/codes/read-file.ts'
import { type CodeItem, type CodeListId, codeListIds } from '../../shared/document/codes.ts'

export type Entry = Readonly<Record<string, unknown>>

/** The field names in the authority's own files (myinvois 8). */
const textKeys = {
  classification: 'Description',
  currency: 'Currency',
  payment_method: 'Payment Method',
  tax_type: 'Description',
  unit: 'Name',
  state: 'State',
  country: 'Country',
  msic: 'Description',
} as const satisfies Record<CodeListId, string>

/** An item in the form of the authority's files. */
export const entryOf = (list: CodeListId, item: CodeItem): Entry => ({
  Code: item.code,
  [textKeys[list]]: item[listFiles[list].texts[0].name],
  ...(list === 'msic' && { 'MSIC Category Reference': item['category'] }),
})

type Headers = Readonly<Record<string, string>>
type Answer =
  | { readonly kind: 'file'; readonly content: string | Uint8Array; readonly headers?: Headers }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Headers }
  | { readonly kind: 'silence' }

export interface CodesServer {
  readonly url: string
  /** How often each path was requested. */
  readonly asked: ReadonlyMap<string, number>
  /** Publishes the bundled list with a change. */
  publish(list: CodeListId, change: (entries: readonly Entry[]) => readonly Entry[]): void
  answer(list: CodeListId, answer: Answer): void
  /** Resolves with the next request. */
  nextRequest(): Promise<void>
  close(): Promise<void>
}

/** A server with the authority's files of codes. */
export async function startCodesServer(): Promise<CodesServer> {
  const answers = new Map<string, Answer>()
  const asked = new Map<string, number>()
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    for (const resolve of waiting) resolve()
    waiting = []
    const answer = answers.get(path) ?? { kind: 'status', status: 404 }
    switch (answer.kind) {
      case 'file':
        return void response
          .writeHead(200, { 'content-type': 'application/json', ...answer.headers })
          .end(answer.content)
      case 'status':
        return void response.writeHead(answer.status, answer.headers).end('elsewhere')
      case 'silence':
        break
    }
  })
  const url = await listening(server)
  const codes: CodesServer = {
    url: `${url}/files`,
    asked,
    publish(list, change) {
      const entries = change(bundledLists[list].map((item) => entryOf(list, item)))
      codes.answer(list, { kind: 'file', content: JSON.stringify(entries) })
    },
    answer: (list, answer) => void answers.set(`/files/${listFiles[list].file}`, answer),
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  for (const list of codeListIds) codes.publish(list, (entries) => entries)
  return codes
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
