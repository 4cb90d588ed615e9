import { printPage } from '../parts/print-page.ts'
import { currentLanguage } from '../words/language.ts'
import { fetchPage } from './api.ts'
import { desktop } from './desktop.ts'
import { currentSession } from './session.ts'

/**
 * Prints a document: on the desktop without a question, on the printer it was last printed on; elsewhere the browser
 * asks.
 * @throws GatewayProblem where the gateway refuses, Error where the printer does
 */
export async function printSlip(guid: string): Promise<void> {
  const bearer = currentSession()?.token
  if (desktop === null || bearer === undefined)
    return printPage(await (await fetchPage(`/operator/v1/records/${guid}/slip`)).text())
  const { chosen, items } = await desktop.printers({})
  const printer = items.some(({ name }) => name === chosen) ? chosen : null
  const ask = { saleGuid: guid, bearer, language: currentLanguage(), paper: 'slip', printer } as const
  const { outcome } = await desktop.print(ask)
  // What the gateway has to say against it, it says to whoever asks it directly.
  if (outcome === 'refused') await fetchPage(`/operator/v1/records/${guid}/slip`)
  if (outcome === 'failed') throw new Error('the printer did not print')
}
