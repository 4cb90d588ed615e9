import { type CompanyRow, companyOf } from '../../store/kept/access-rows.ts'
import type { Companies } from '../../store/port/port.ts'
import { type Ask, first } from '../ask.ts'
import type { Writer } from '../writer.ts'
import type { ActWriter } from './acts.ts'

const columns = 'profile, rules, updated_at'

/** Asked for anew each time: another process may have changed them. */
export function prepareCompanies(read: Ask, writer: Writer, addAct: ActWriter): Companies {
  const one = async (where: string, cell: string) => {
    const row = await first(read<CompanyRow>(`SELECT ${columns} FROM company WHERE ${where}`, cell))
    return row ? companyOf(row) : null
  }
  return {
    byGuid: (companyGuid) => one('guid = $1', companyGuid),
    byCode: (companyCode) => one('code = $1', companyCode),
    async list() {
      return (await read<CompanyRow>(`SELECT ${columns} FROM company ORDER BY code`)).map(companyOf)
    },
    save: ({ profile, rules, updatedAt }, by) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const { companyGuid: guid, companyCode: code } = profile
        const holder = await ask('SELECT guid FROM company WHERE code = $1 AND guid <> $2', code, guid)
        if (holder.length > 0) return 'code_taken'
        const texts = [JSON.stringify(profile), JSON.stringify(rules)]
        await ask(
          `INSERT INTO company (guid, code, profile, rules, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
           ON CONFLICT (guid) DO UPDATE SET code = excluded.code, profile = excluded.profile, rules = excluded.rules,
             updated_at = excluded.updated_at`,
          guid,
          code,
          ...texts,
          updatedAt,
        )
        const act = { at: updatedAt, by, type: 'company_saved', facts: { companyGuid: guid } }
        await addAct(transaction, act, { guid, code, profile, rules, at: updatedAt })
        return 'saved'
      }),
  }
}
