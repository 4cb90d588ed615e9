import { type ActRow, actOf } from '../../store/kept/access-rows.ts'
import type { Act, Acts } from '../../store/port/port.ts'
import type { Ask } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import { houseChain } from '../ledger.ts'
import type { Transaction, Writer } from '../writer.ts'

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

export function prepareActs(read: Ask, writer: Writer, addAct: ActWriter): Acts {
  const list = async (where: string, ...cells: readonly number[]) =>
    (await read<ActRow>(`SELECT seq, at, by, type, facts FROM act WHERE ${where}`, ...cells)).map(actOf)
  return {
    add: (act) => writer.write((transaction) => addAct(transaction, act)),
    list: (afterSeq, limit) => list('seq > $1 ORDER BY seq LIMIT $2', afterSeq, limit),
    latest: (beforeSeq, limit) =>
      list('seq < $1 ORDER BY seq DESC LIMIT $2', beforeSeq ?? Number.MAX_SAFE_INTEGER, limit),
  }
}
