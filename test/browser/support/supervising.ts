import type { Page } from 'playwright'
import { afterEach, expect } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { operate } from '../../support/operator.ts'
import { atScreens } from './at-screens.ts'
import { queueSeen } from './queue-seen.ts'

/** Look-ups are ten minutes away, so that nothing in doubt is settled during a test. */
const env = { RESIT_LOOKUP_INTERVAL_MS: '600000', RESIT_QUARANTINE_MS: '600000' }

/** The screens of a supervisor for a test file, and a till. */
export function supervising() {
  const here = atScreens({ env, isPageOpen: false, mayComplain: true })
  const sending = (act: 'pause' | 'resume') => operate(here.screens.gateway, 'POST', `/sending/${act}`, {})
  afterEach(async () => {
    await sending('resume')
    // Waits until all that a pause held back is sent, so that it does not meet the fault of the next test.
    await expect.poll(() => queueSeen(here.screens.gateway)).toEqual({ waiting: 0, moving: [] })
  })
  return {
    get gateway() {
      return here.screens.gateway.gateway
    },
    get api() {
      return here.api
    },
    /** The errors of the page since the sign-in. */
    complaints: () => here.complaints,
    sending,
    submit: (SHIFT_CODE: string, code: string, more = {}): Promise<WireRecord> =>
      here.sell(code, { SHIFT_CODE, ...more }),
    /** Signs in. @returns the page */
    atWork: (): Promise<Page> => here.atWork('supervisor', { acceptDownloads: true }),
  }
}
