import { setTimeout as pause } from 'node:timers/promises'
import { BrowserWindow, type WebContentsPrintOptions } from 'electron'
import type { DesktopAnswer, DesktopRequest, Roll } from '../../shared/desktop/bridge.ts'
import type { AskGateway } from './page/gateway-proxy.ts'
import { dataUrlOf, lockedWebPreferences, ownOrigin } from './page/web-preferences.ts'

type Outcome = DesktopAnswer<'print'>['outcome']

/** The length if the page does not tell it in time. It is enough for any receipt, and the printer cuts earlier. */
const longestMm = 297
/** Chromium has 96 pixels to the inch. */
const mmPerPixel = 25.4 / 96
const measuredWithinMs = 2_000
/** On each side, as in the style of the slip. */
const marginMm = 4

/** @returns the page of a document, which the gateway makes for the person who is signed in; null if it refuses */
async function fetchSlip(
  { saleGuid, bearer, language }: DesktopRequest<'print'>,
  askGateway: AskGateway,
): Promise<string | null> {
  const headers = { authorization: `Bearer ${bearer}`, 'accept-language': language }
  const answer = await askGateway(new Request(`${ownOrigin}/operator/v1/records/${saleGuid}/slip`, { headers }))
  return answer.ok ? answer.text() : null
}

/** Prints a document: a page of the gateway, and never one of a screen (reliability UI15). */
export async function printDocument(
  ask: DesktopRequest<'print'>,
  askGateway: AskGateway,
  slipRoll: Roll,
): Promise<Outcome> {
  const { paper, printer } = ask
  const roll = paper === 'a4' ? 'printer' : slipRoll
  const widthMm = roll === 'printer' ? null : Number(roll)
  return withPage(await fetchSlip(ask, askGateway), widthMm, async ({ webContents }, heightMm) => {
    const own = { usePrinterDefaultPageSize: true }
    const size = widthMm === null ? own : { pageSize: { width: widthMm * 1_000, height: heightMm * 1_000 } }
    const options: WebContentsPrintOptions = {
      silent: printer !== null,
      printBackground: true,
      ...(printer !== null && { deviceName: printer }),
      ...(paper === 'a4' ? { pageSize: 'A4' } : { margins: { marginType: 'none' }, ...size }),
    }
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    webContents.print(options, (isDone, reason) =>
      resolve(isDone ? 'done' : /cancel/i.test(reason) ? 'cancelled' : 'failed'),
    )
    return promise
  })
}

/** Opens a page in a hidden window: without scripts or preload, and the session lets it load nothing. @param widthMm of a roll */
async function withPage(
  html: string | null,
  widthMm: number | null,
  task: (window: BrowserWindow, heightMm: number) => Promise<Outcome>,
): Promise<Outcome> {
  if (html === null) return 'refused'
  const window = new BrowserWindow({
    show: false,
    useContentSize: true,
    ...(widthMm !== null && { width: Math.floor((widthMm - 2 * marginMm) / mmPerPixel), height: 100 }),
    webPreferences: { ...lockedWebPreferences, javascript: false, devTools: false, enablePreferredSizeMode: true },
  })
  let heightMm = longestMm
  // Chromium tells the length of the page without a script. Two millimetres are for rounding.
  const measured = new Promise<void>((resolve) => {
    window.webContents.on('preferred-size-changed', (_event, { height }) => {
      heightMm = Math.ceil(height * mmPerPixel) + 2 * marginMm + 2
      resolve()
    })
  })
  try {
    await window.loadURL(dataUrlOf(html))
    if (widthMm !== null) await Promise.race([measured, pause(measuredWithinMs)])
    return await task(window, heightMm)
  } catch {
    return 'failed'
  } finally {
    window.destroy()
  }
}
