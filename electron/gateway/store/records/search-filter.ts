import { amountIn, guidAndItsEnd, leastOfGuid } from '../kept/search-text.ts'
import type { Filter } from './concern.ts'

/** How a record is found by a term; the GUID stands first in the search text. */
export function searchFilterOf(term: string): Filter {
  const isShort = term.length < leastOfGuid
  const amount = amountIn(term)
  const ways: readonly Filter[] = [
    [`instr(${isShort ? `substr(search_text, ${guidAndItsEnd + 1})` : 'search_text'}, ?) > 0`, term],
    ...(isShort ? [] : [['instr(uuid, ?) > 0', term.toUpperCase()] as const]),
    ...(amount === null ? [] : [['total_payable = ?', amount] as const]),
  ]
  return [`(${ways.map(([sql]) => sql).join(' OR ')})`, ...ways.flatMap(([, ...cells]) => cells)]
}
