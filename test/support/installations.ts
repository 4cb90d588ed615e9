import type { Installations } from '../../electron/gateway/ports.ts'
import { liveCompany } from './sandbox.ts'

const isNotForThis = (): never => {
  throw new Error('the gateway of this test goes nowhere else; spawnGateway runs one that does')
}

/** The owner of a practice shop has begun to set up the sandbox. No test changes to it. */
export const begunToGoLive: Installations = {
  here: 'practice',
  kept: () => ({
    chosen: 'practice',
    sandbox: { company: liveCompany, hasCredentials: true, hasCertificate: false, checkedAt: null, usedAt: null },
  }),
  keep: isNotForThis,
  ask: isNotForThis,
  carryOver: isNotForThis,
  choose: isNotForThis,
  restored: () => null,
  restore: isNotForThis,
}
