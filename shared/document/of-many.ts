import { consolidatedShiftCode } from '../domain/shift.ts'
import { needsConsolidatedClass } from './check-party.ts'
import type { Sale } from './sale.ts'

/** Period and number, as the gateway that makes such documents writes them (contract 10). */
const codeOfMany = /^C\d{6}(\d{2})?-\d{3,}$/
/** What each line says that stands for receipts (myinvois 6.6). */
const ofReceipts = /^Receipts? \S/

/**
 * A consolidated e-invoice that another gateway made, which sends it through this one: its taxes and its rounding are
 * sums of what its receipts show. What it comes to must be exact all the same. Known by everything that such a document
 * always has, so that no till is let off by the name of its shift alone.
 */
export const isOfMany = ({ shiftCode, saleCode, billingPeriod, buyer, supplier, lines }: Sale): boolean =>
  shiftCode === consolidatedShiftCode &&
  codeOfMany.test(saleCode) &&
  billingPeriod !== undefined &&
  [buyer, supplier].some((party) => party && needsConsolidatedClass(party)) &&
  lines.every(({ description }) => ofReceipts.test(description))
