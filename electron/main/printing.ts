import { writeFile } from 'node:fs/promises'
import { BrowserWindow, dialog, type WebContentsPrintOptions } from 'electron'
import type { Answer, Ask, Roll } from '../../shared/desktop/bridge.ts'
import { addressOf, lockedDown } from './page/web-preferences.ts'

type Outcome = Answer<'print'>['outcome']
type Printable = Ask<'savePdf'>

/** If the page does not say in time how long it is: long enough for any receipt, and the printer cuts sooner. */
const longestMm = 297
/** Of a page of Chromium's, at 96 to the inch. */
const mmPerPixel = 25.4 / 96
const measuredWithinMs = 2_000
/** Of the slip on each side, as its own style has it. */
const marginMm = 4

/**
 * The page of a document, as the gateway makes it for the person who is signed in; null if it refuses.
 * @param port of the gateway; null while it does not answer
 */
async function fetchSlip({ saleGuid, bearer, language }: Printable, port: number | null): Promise<string | null> {
  if (port === null) return null
  const answer = await fetch(`http://127.0.0.1:${port}/operator/v1/records/${saleGuid}/slip`, {
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': language },
    redirect: 'error',
  })
  return answer.ok ? answer.text() : null
}

/** Prints a document: our own page only, never one that a screen made (reliability UI15). */
export async function print(ask: Ask<'print'>, port: number | null, slipRoll: Roll): Promise<Outcome> {
  const html = await fetchSlip(ask, port)
  if (html === null) return 'refused'
  const { paper, printer } = ask
  const roll = paper === 'a4' ? 'printer' : slipRoll
  return withPage(html, roll === 'printer' ? null : Number(roll), async (window, heightMm) => {
    const options: WebContentsPrintOptions = {
      silent: printer !== null,
      printBackground: true,
      ...(printer !== null && { deviceName: printer }),
      ...(paper === 'a4' ? { pageSize: 'A4' } : { margins: { marginType: 'none' }, ...sizeOf(roll, heightMm) }),
    }
    return new Promise<Outcome>((resolve) => {
      window.webContents.print(options, (isDone, reason) => {
        if (isDone) return resolve('done')
        resolve(/cancel/i.test(reason) ? 'cancelled' : 'failed')
      })
    })
  })
}

const sizeOf = (roll: Roll, heightMm: number) =>
  roll === 'printer'
    ? { usePrinterDefaultPageSize: true }
    : { pageSize: { width: Number(roll) * 1_000, height: heightMm * 1_000 } }

/** The visual representation on A4 as a file, if the person wants it. */
export async function savePdf(ask: Printable, port: number | null, owner: BrowserWindow): Promise<Outcome> {
  const html = await fetchSlip(ask, port)
  if (html === null) return 'refused'
  const { canceled, filePath } = await dialog.showSaveDialog(owner, {
    defaultPath: `${ask.saleGuid}.pdf`,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled) return 'cancelled'
  return withPage(html, null, async (window) => {
    const pdf = await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true, preferCSSPageSize: false })
    await writeFile(filePath, pdf)
    return 'done'
  })
}

/**
 * In a hidden window: no script, no preload, and the session's guard lets it load nothing. Gone afterwards.
 * @param widthMm of the roll; null if the page is no roll
 */
async function withPage(
  html: string,
  widthMm: number | null,
  task: (window: BrowserWindow, heightMm: number) => Promise<Outcome>,
): Promise<Outcome> {
  const window = new BrowserWindow({
    show: false,
    useContentSize: true,
    ...(widthMm !== null && { width: Math.floor((widthMm - 2 * marginMm) / mmPerPixel), height: 100 }),
    webPreferences: { ...lockedDown, javascript: false, devTools: false, enablePreferredSizeMode: true },
  })
  try {
    const height = measure(window)
    await window.loadURL(addressOf(html))
    return await task(window, widthMm === null ? longestMm : await height())
  } catch {
    return 'failed'
  } finally {
    window.destroy()
  }
}

/**
 * How long the page is on its roll, which Chromium tells without a script in it.
 * @returns asked once the page is loaded; in millimetres, with room for rounding
 */
function measure({ webContents }: BrowserWindow): () => Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let heightMm = longestMm
  webContents.on('preferred-size-changed', (_event, { height }) => {
    heightMm = Math.ceil(height * mmPerPixel) + 2 * marginMm + 2
    resolve()
  })
  return async () => {
    await Promise.race([promise, new Promise((late) => setTimeout(late, measuredWithinMs))])
    return heightMm
  }
}
