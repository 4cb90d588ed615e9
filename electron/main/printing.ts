import { writeFile } from 'node:fs/promises'
import { BrowserWindow, dialog, type WebContentsPrintOptions } from 'electron'
import type { Answer, Ask, Paper } from '../../shared/desktop/bridge.ts'
import { offerPage } from './page/print-pages.ts'
import { lockedDown } from './page/web-preferences.ts'

type Outcome = Answer<'print'>['outcome']
type Printable = Ask<'savePdf'>

/** 80 mm of roll; long enough for any receipt, and the printer cuts where the text ends. */
const rollMicrons = { width: 80_000, height: 297_000 }

export interface Printing {
  readonly gatewayPort: () => Promise<number | null>
  readonly remember: (paper: Paper, printer: string) => void
}

/** The page of a document, as the gateway makes it for whoever is signed in; null where it refuses. */
async function fetchSlip(
  { saleGuid, bearer, language }: Printable,
  { gatewayPort }: Pick<Printing, 'gatewayPort'>,
): Promise<string | null> {
  const port = await gatewayPort()
  if (port === null) return null
  const answer = await fetch(`http://127.0.0.1:${port}/operator/v1/records/${saleGuid}/slip`, {
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': language },
    redirect: 'error',
  })
  return answer.ok ? answer.text() : null
}

/** Prints a document: our own page only, never one that a screen made (reliability UI15). */
export async function print(ask: Ask<'print'>, printing: Printing): Promise<Outcome> {
  const html = await fetchSlip(ask, printing)
  if (html === null) return 'refused'
  const { paper, printer } = ask
  return withPage(html, async (window) => {
    const options: WebContentsPrintOptions = {
      silent: printer !== null,
      printBackground: true,
      ...(printer !== null && { deviceName: printer }),
      pageSize: paper === 'a4' ? 'A4' : rollMicrons,
      ...(paper === 'slip' && { margins: { marginType: 'none' as const } }),
    }
    const outcome = await new Promise<Outcome>((resolve) => {
      window.webContents.print(options, (isDone, reason) => {
        if (isDone) return resolve('done')
        resolve(/cancel/i.test(reason) ? 'cancelled' : 'failed')
      })
    })
    if (outcome === 'done' && printer !== null) printing.remember(paper, printer)
    return outcome
  })
}

/** The visual representation on A4 as a file, where the person wants it. */
export async function savePdf(ask: Printable, printing: Printing, owner: BrowserWindow): Promise<Outcome> {
  const html = await fetchSlip(ask, printing)
  if (html === null) return 'refused'
  const { canceled, filePath } = await dialog.showSaveDialog(owner, {
    defaultPath: `${ask.saleGuid}.pdf`,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled) return 'cancelled'
  return withPage(html, async (window) => {
    const pdf = await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true, preferCSSPageSize: false })
    await writeFile(filePath, pdf)
    return 'done'
  })
}

/** In a window that nobody sees: no script, no preload, gone afterwards. */
async function withPage(html: string, deed: (window: BrowserWindow) => Promise<Outcome>): Promise<Outcome> {
  const { url, withdraw } = offerPage(html)
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...lockedDown, javascript: false, devTools: false },
  })
  try {
    await window.loadURL(url)
    return await deed(window)
  } catch {
    return 'failed'
  } finally {
    withdraw()
    window.destroy()
  }
}
