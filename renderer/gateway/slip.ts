import type { Paper } from '../../shared/desktop/bridge.ts'
import { printPage } from '../parts/print-page.tsx'
import { currentLanguage } from '../words/language.ts'
import { fetchPage } from './api.ts'
import { desktop } from './desktop.ts'
import { currentSession } from './session.ts'

/** The printer or the disk failed. */
export class NotPrinted extends Error {
  override readonly name = 'NotPrinted'
}

const pageOf = (guid: string) => fetchPage(`/operator/v1/records/${guid}/slip`)

function printable(guid: string) {
  const bearer = currentSession()?.token
  return bearer === undefined ? null : { saleGuid: guid, bearer, language: currentLanguage() }
}

/**
 * Prints a document. The desktop uses the printer that is chosen for this paper, without a question. Without a chosen
 * printer it shows the system's dialog. In a browser the browser asks.
 * @throws GatewayProblem if the gateway refuses, NotPrinted if the printer does
 */
export async function printSlip(guid: string, paper: Paper = 'slip'): Promise<void> {
  const document = printable(guid)
  if (desktop === null || document === null) return printPage(await (await pageOf(guid)).text())
  const { chosen } = await desktop.printers({})
  const { outcome } = await desktop.print({ ...document, paper, printer: chosen[paper] })
  await explain(guid, outcome)
}

/**
 * Saves a document as a PDF on A4. The person chooses the file. Only the desktop can.
 * @throws GatewayProblem if the gateway refuses, NotPrinted if the disk does
 */
export async function savePdf(guid: string): Promise<void> {
  const document = printable(guid)
  if (desktop === null || document === null) return
  const { outcome } = await desktop.savePdf(document)
  await explain(guid, outcome)
}

async function explain(guid: string, outcome: 'done' | 'cancelled' | 'refused' | 'failed'): Promise<void> {
  // Fetching the page again throws the reason of the gateway.
  if (outcome === 'refused') await pageOf(guid)
  if (outcome === 'failed' || outcome === 'refused') throw new NotPrinted()
}
