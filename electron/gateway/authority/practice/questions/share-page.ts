import type { Reply } from '../http/reply.ts'
import { wireTime } from '../http/reply.ts'
import { issuerOf } from '../ledger/document.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { typeNameOf } from './type-names.ts'

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The page a validation link leads to (myinvois 3), for whoever scans the code on a receipt; nobody has to sign in.
 * @returns null where the path is not of such a page, or names no document with this long id
 */
export function sharePage(ledger: LedgerStore, path: string): Reply | null {
  const [, uuid, longId] = /^\/([A-Z0-9]{26})\/share\/([A-Z0-9]+)$/.exec(path) ?? []
  const document = uuid === undefined ? undefined : ledger.document(uuid)
  if (!document || document.longId === '' || document.longId !== longId) return null
  const facts = [
    ['Status', document.status],
    ['Type', typeNameOf(document.typeCode)],
    ['Number', document.internalId],
    ['Issuer', `${issuerOf(document).name} (${document.issuerTin})`],
    ['Issued', wireTime(document.issuedAt)],
    ['UUID', document.uuid],
  ] as const
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')
  const title = 'Practice e-Invoice: not a document of the tax authority'
  const head = `<meta charset="utf-8"><title>${title}</title>`
  return {
    status: 200,
    headers: { 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff' },
    body: `<!doctype html><html lang="en"><head>${head}</head><body><h1>${title}</h1><dl>${rows}</dl></body></html>`,
  }
}
