import type { Paper } from '../../shared/desktop/bridge.ts'
import { saveFile } from '../parts/csv.ts'
import { printHtml } from '../parts/print-page.tsx'
import { currentLanguage } from '../words/language.ts'
import { fetchAuthorized } from './api.ts'
import { desktop } from './desktop.ts'
import { currentSession } from './session.ts'

/** The printer or the disk failed. */
export class PrintOrSaveError extends Error {
  override readonly name = 'NotPrinted'
}

const pageOf = (guid: string) => fetchAuthorized(`/operator/v1/records/${guid}/slip`)

/**
 * Prints a document. The desktop uses the printer that is chosen for this paper, without a question. Without a chosen
 * printer it shows the system's dialog. In a browser the browser asks.
 * @throws GatewayProblem if the gateway refuses, NotPrinted if the printer does
 */
export async function printRecord(guid: string, paper: Paper = 'slip'): Promise<void> {
  const bearer = currentSession()?.token
  if (desktop === null || bearer === undefined) return printHtml(await (await pageOf(guid)).text())
  const { chosen } = await desktop.printers({})
  const document = { saleGuid: guid, bearer, language: currentLanguage() }
  const { outcome } = await desktop.print({ ...document, paper, printer: chosen[paper] })
  // Fetching the page again throws the reason of the gateway.
  if (outcome === 'refused') await pageOf(guid)
  if (outcome === 'failed' || outcome === 'refused') throw new PrintOrSaveError()
}

/** Saves the document as a PDF. The browser or the desktop asks for the place. @throws GatewayProblem if it is refused */
export async function saveRecordPdf(guid: string): Promise<void> {
  const answer = await fetchAuthorized(`/operator/v1/records/${guid}/document.pdf`)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? `${guid}.pdf`
  saveFile(name, await answer.blob(), 'application/pdf')
}
