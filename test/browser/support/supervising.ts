import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { WireRecord } from '../../../shared/catalogue/shapes/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { operate } from '../../support/operator.ts'
import { invoice } from '../../support/till.ts'
import { queueSeen } from './queue-seen.ts'
import { type OpenPage, openScreens, type Screens, signIn } from './screens.ts'

/** Nothing in doubt is looked up by itself while a test looks. */
const env = { RESIT_LOOKUP_INTERVAL_MS: '600000', RESIT_QUARANTINE_MS: '600000' }

/** The screens of a supervisor for a test file, and the till beside them. */
export function supervising() {
  let screens: Screens
  let api: Api
  let open: OpenPage
  const sending = (act: 'pause' | 'resume') => operate(screens.gateway, 'POST', `/sending/${act}`, {})
  beforeAll(async () => {
    screens = await openScreens({ env })
    api = apiOf(screens.gateway, await screens.gateway.token())
  })
  afterAll(() => screens.close())
  afterEach(async () => {
    await open.context.close()
    await sending('resume')
    // What a pause kept back goes now, and not into the fault of the next test: that it was taken is not enough.
    await expect.poll(() => queueSeen(screens.gateway)).toEqual({ waiting: 0, moving: [] })
  })
  return {
    get gateway() {
      return screens.gateway.gateway
    },
    get api() {
      return api
    },
    /** What the page complained of since somebody came to work. */
    complaints: () => open.complaints,
    sending,
    submit: async (SHIFT_CODE: string, code: string, more = {}): Promise<WireRecord> =>
      (await api.submit('sale', 'invoice', invoice(code, { SHIFT_CODE, ...more }))).body,
    /** Signs in. @returns the page */
    async atWork(): Promise<Page> {
      open = await screens.open({ acceptDownloads: true })
      open.page.setDefaultTimeout(10_000)
      await signIn(open.page, 'supervisor')
      return open.page
    },
  }
}
