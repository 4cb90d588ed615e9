import { buyerPage } from '../features/buyer/buyer.ts'
import { policy } from '../features/buyer/style.ts'
import { convertRecord } from '../features/consolidation/convert.ts'
import { tinValidation } from '../features/taxpayers/taxpayer.ts'
import { createPublicDoor, type PublicDoor } from '../http/public-door.ts'
import type { Parts } from './wiring-deps.ts'

/** The page for buyers, not listening yet; null where none is wanted. */
export function buyerDoorOf(parts: Parts): PublicDoor | null {
  const { settings, records, companies, codes, clock, digest, log, refusals } = parts
  if (settings.buyerPage === null) return null
  const [validateTin, convert] = [tinValidation(parts), convertRecord(parts)]
  const answer = buyerPage({ records, companies, codes, clock, sign: digest, validateTin, convert })
  return createPublicDoor({ answer, policy, refusals, log })
}
