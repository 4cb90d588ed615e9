import { buyerPage } from '../features/buyer/buyer.ts'
import { policy } from '../features/buyer/style.ts'
import { convertRecord } from '../features/consolidation/convert.ts'
import { tinValidation } from '../features/taxpayers/taxpayer.ts'
import { createPublicDoor, type PublicDoor } from '../http/public-door.ts'
import { digestWith } from '../installation/installation.ts'
import type { Built, WiringDeps } from './wiring-deps.ts'
import { taxpayerDepsOf } from './wiring-routes.ts'

/** The page for buyers, not listening yet; null where none is wanted. */
export function buyerDoorOf(deps: WiringDeps, built: Built): PublicDoor | null {
  const { settings, clock, key, log, refusals } = deps
  if (settings.buyerPage === null) return null
  const { records, store, codes, view, outbox } = built
  const { companies } = store
  const answer = buyerPage({
    records,
    companies,
    codes,
    clock,
    sign: digestWith(key),
    validateTin: tinValidation(taxpayerDepsOf(deps, built)),
    convert: convertRecord({ records, companies, codes: codes.statusOf, view, clock, outbox }),
  })
  return createPublicDoor({ answer, policy, refusals, log })
}
