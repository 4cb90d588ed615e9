import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { type Body, invoice } from '../../support/till.ts'
import { type OpenPage, openScreens, type Screens, signIn, type Who } from './screens.ts'

/** Runs in the page. Each key has the time at which a scanner would have pressed it. */
const scanKeys = `(text) => {
  const begun = performance.now()
  for (const [at, key] of [...text, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: begun + at })
    const field = document.activeElement
    const isTyped = field.dispatchEvent(event) && field.matches('input, textarea') && key.length === 1
    if (isTyped && key !== '\\n') document.execCommand('insertText', false, key)
  }
}`

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Whether each test gets a page. Otherwise it opens pages with `atWork`. */
  readonly isPageOpen?: boolean
  /** Whether pages may report errors. Then each test checks them itself. */
  readonly mayComplain?: boolean
}

type PageOptions = Parameters<Screens['open']>[0]

/** The screens for a test file, and a till. */
export function atScreens({ env, isPageOpen = true, mayComplain = false }: Options = {}) {
  let screens: Screens
  let api: Api
  let open: OpenPage | undefined
  beforeAll(async () => {
    screens = await openScreens(env ? { env } : {})
    api = apiOf(screens.gateway, await screens.gateway.token())
  })
  afterAll(() => screens.close())
  const openPage = async (options: PageOptions = {}): Promise<Page> => {
    open = await screens.open(options)
    return open.page
  }
  const opened = (): OpenPage => {
    if (!open) throw new Error('nobody opened a page')
    return open
  }
  beforeEach(async () => {
    open = undefined
    if (isPageOpen) await openPage()
  })
  afterEach(async () => {
    if (!open) return
    if (!mayComplain) expect(open.complaints).toEqual([])
    await open.context.close()
  })
  return {
    get screens(): Screens {
      return screens
    },
    get api(): Api {
      return api
    },
    get page(): Page {
      return opened().page
    },
    get context(): BrowserContext {
      return opened().context
    },
    get complaints(): readonly string[] {
      return opened().complaints
    },
    openPage,
    /** Signs a person in, in a page of the person's own. */
    atWork: async (who: Who, options: PageOptions = {}): Promise<Page> => {
      const page = await openPage(options)
      await signIn(page, who)
      return page
    },
    /** A sale by the till. */
    sell: async (code: string, more: Body = {}): Promise<WireRecord> =>
      (await api.submit('sale', 'invoice', invoice(code, more))).body,
    /** An owner lets cashiers give back so much without a supervisor. */
    limitRefunds: async (ofKept: string): Promise<void> => {
      const { companies } = screens.gateway.gateway.store
      const demo = await companies.byCode('DEMO')
      if (!demo) throw new Error('the practice company is not there')
      await companies.save({ ...demo, rules: { ...demo.rules, refundLimits: { ofKept, ofOthers: null } } }, 'test')
    },
    /** Types as fast as a scanner, inside the page: the protocol of the browser is slower. */
    scan: (text: string): Promise<void> => opened().page.evaluate(`(${scanKeys})(${JSON.stringify(text)})`),
  }
}
