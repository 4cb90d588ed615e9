import type { Act } from '../../store/port/port.ts'
import type { CompanyIds } from '../company-ids.ts'
import { houseChain } from '../ledger.ts'
import type { Transaction } from '../writer.ts'

/**
 * Adds an act and its line to a running write: to the chain of the company that its facts name, or else to that of the
 * house.
 * @param subject what the act brought about, as far as its line is to prove that
 */
export type ActWriter = (transaction: Transaction, act: Act, subject?: object) => Promise<void>

export const prepareActWriter =
  (companies: CompanyIds): ActWriter =>
  async ({ ask, ledger }, { at, by, type, facts }, subject) => {
    const guid = facts['companyGuid']
    const chain = typeof guid === 'string' ? await companies.idOf(guid, ask) : houseChain
    const cells = { at, by, type, facts: JSON.stringify(facts), subject: subject ? JSON.stringify(subject) : null }
    await Promise.all(ledger.act(chain, cells))
  }
