import type { Page } from 'playwright'
import { afterEach, expect } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { operate } from '../../support/operator.ts'
import { atScreens } from './at-screens.ts'
import { queueSeen } from './queue-seen.ts'

/** Nothing in doubt is looked up by itself while a test looks. */
const env = { RESIT_LOOKUP_INTERVAL_MS: '600000', RESIT_QUARANTINE_MS: '600000' }

/** The screens of a supervisor for a test file, and the till beside them. */
export function supervising() {
  const here = atScreens({ env, isPageOpen: false, mayComplain: true })
  const sending = (act: 'pause' | 'resume') => operate(here.screens.gateway, 'POST', `/sending/${act}`, {})
  afterEach(async () => {
    await sending('resume')
    // What a pause kept back goes now, and not into the fault of the next test: that it was taken is not enough.
    await expect.poll(() => queueSeen(here.screens.gateway)).toEqual({ waiting: 0, moving: [] })
  })
  return {
    get gateway() {
      return here.screens.gateway.gateway
    },
    get api() {
      return here.api
    },
    /** What the page complained of since somebody came to work. */
    complaints: () => here.complaints,
    sending,
    submit: (SHIFT_CODE: string, code: string, more = {}): Promise<WireRecord> =>
      here.sell(code, { SHIFT_CODE, ...more }),
    /** Signs in. @returns the page */
    atWork: (): Promise<Page> => here.atWork('supervisor', { acceptDownloads: true }),
  }
}
