import { BadConfiguration, type Environment, secureUrl, wholeNumber } from './values.ts'

/** The page where buyers ask for their e-invoices. */
export interface BuyerPageSettings {
  /** Where it is seen from outside, without a slash at its end: it is printed on receipts. */
  readonly url: string
  /** Where it listens on this computer; 0 for any free one. */
  readonly port: number
}

/**
 * A link is printed only where its page exists, so both are named or none.
 * @throws BadConfiguration
 */
export function readBuyerPage(env: Environment): BuyerPageSettings | null {
  const { RESIT_BUYER_PAGE_URL: url, RESIT_BUYER_PAGE_PORT: port } = env
  if (url === undefined && port === undefined) return null
  if (url === undefined || port === undefined)
    throw new BadConfiguration('RESIT_BUYER_PAGE_URL and RESIT_BUYER_PAGE_PORT belong together: name both or none.')
  return {
    url: secureUrl('RESIT_BUYER_PAGE_URL', url),
    port: wholeNumber('RESIT_BUYER_PAGE_PORT', port, { standard: 0, most: 65_535 }),
  }
}
