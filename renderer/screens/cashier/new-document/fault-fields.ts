import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import type { Family } from '../../../../shared/domain/record.ts'
import { ofDocument, ofLine, ofParty, type PathRules } from './lists/authority-paths.ts'

/** A fault of the authority, with the field that mends it; null if the form has no such field. */
export interface AuthorityFault {
  readonly message: string
  readonly code: string
  readonly at: string | null
}

/** @returns each fault in the authority's words, with its field if the form has one */
export const faultsAtFields = ({ ERRORS, FAMILY }: Pick<WireRecord, 'ERRORS' | 'FAMILY'>): readonly AuthorityFault[] =>
  ERRORS.map(({ CODE, MESSAGE, FIELD }) => ({ code: CODE, message: MESSAGE, at: fieldOf(FIELD, FAMILY) }))

/**
 * In a sale the form holds the buyer, in a self-billed document the supplier. The other side is the company's profile.
 */
function fieldOf(path: string, family: Family): string | null {
  if (/Accounting(Customer|Supplier)Party/.test(path)) {
    const [other, side] = family === 'sale' ? ['Customer', 'BUYER'] : ['Supplier', 'SUPPLIER']
    const [, within] = path.split(`Accounting${other}Party`)
    if (within === undefined) return null
    const at = fitting(ofParty, within)
    return at === null ? null : `${side}.${at}`
  }
  const line = /InvoiceLine\[(\d+)\]/.exec(path)?.[1]
  if (line === undefined) return fitting(ofDocument, path)
  const at = fitting(ofLine, path)
  return at === null ? null : `LINES.${line}.${at}`
}

const fitting = (rules: PathRules, path: string): string | null => rules.find(([form]) => form.test(path))?.[1] ?? null
