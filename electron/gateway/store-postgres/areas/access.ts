import { isProved, reports, type TokenRow, tokenOf, tokens } from '../../store/kept/access-rows.ts'
import type { KeptReport, Settings, Taxpayers, Tokens } from '../../store/port/port.ts'
import { type Ask, first, keepSetting, settingOf } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { Writer } from '../writer.ts'
import type { ActWriter } from './acts.ts'

interface Context {
  readonly read: Ask
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly addAct: ActWriter
}

export function prepareTokens({ read, writer, companies, addAct }: Context): Tokens {
  return {
    create: ({ id, name, scopes, companyGuid, createdAt }, sha256, by) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const companyId = companyGuid === null ? null : await companies.idOf(companyGuid, ask)
        await ask(
          'INSERT INTO token (id, name, sha256, scopes, company_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
          id,
          name,
          sha256,
          JSON.stringify(scopes),
          companyId,
          createdAt,
        )
        const act = { at: createdAt, by, type: 'token_created', facts: { id, name, scopes, companyGuid } }
        await addAct(transaction, act, { sha256, company: companyGuid })
      }),
    async bySha256(sha256) {
      const row = await first(read<TokenRow>(`${tokens} WHERE sha256 = $1`, sha256))
      return row ? tokenOf(row) : null
    },
    list: async () => (await read<TokenRow>(`${tokens} ORDER BY token.created_at, token.id`)).map(tokenOf),
    async digests() {
      const rows = await read<{ readonly sha256: string }>('SELECT sha256 FROM token WHERE revoked_at IS NULL')
      return rows.map(({ sha256 }) => sha256)
    },
    revoke: (id, at, by) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const { count } = await ask('UPDATE token SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', id, at)
        if (count > 0) await addAct(transaction, { at, by, type: 'token_revoked', facts: { id } })
        return count > 0 || (await ask('SELECT id FROM token WHERE id = $1', id)).length > 0
      }),
    used: (instants) =>
      writer.write(async ({ ask }) => {
        // Each process tells of what it has seen: the latest of them counts.
        await Promise.all(
          [...instants].map(([id, at]) =>
            ask('UPDATE token SET last_used_at = greatest(last_used_at, $2) WHERE id = $1', id, at),
          ),
        )
      }),
    reported: (id, text, at) =>
      writer.write(async ({ ask }) => {
        await ask('UPDATE token SET report = $2, reported_at = $3 WHERE id = $1', id, text, at)
      }),
    reports: () => read<KeptReport>(reports),
  }
}

export function prepareTaxpayers({ read, writer }: Pick<Context, 'read' | 'writer'>): Taxpayers {
  return {
    async verifiedAt({ tin, idType, idNumber }) {
      const text = 'SELECT verified_at FROM verified_taxpayer WHERE tin = $1 AND id_type = $2 AND id_number = $3'
      return (await first(read<{ readonly verified_at: number }>(text, tin, idType, idNumber)))?.verified_at ?? null
    },
    verified: ({ tin, idType, idNumber }, at) =>
      writer.write(async ({ ask }) => {
        // A triple replaces whatever was verified with one of its parts: a changed part makes the rest unproven.
        const forget = 'DELETE FROM verified_taxpayer WHERE tin = $1 OR (id_type = $2 AND id_number = $3)'
        const insert = 'INSERT INTO verified_taxpayer (tin, id_type, id_number, verified_at) VALUES ($1, $2, $3, $4)'
        await ask(forget, tin, idType, idNumber)
        await ask(insert, tin, idType, idNumber, at)
      }),
  }
}

export function prepareSettings({ read, writer, addAct }: Pick<Context, 'read' | 'writer' | 'addAct'>): Settings {
  return {
    get: (name) => settingOf(read, name),
    set: (name, value, by, at) =>
      writer.write(async (transaction) => {
        await keepSetting(transaction.ask, name, value)
        // Not the value: some settings are keys.
        await addAct(
          transaction,
          { at, by, type: 'setting_changed', facts: { name } },
          isProved(name) ? { value } : undefined,
        )
      }),
  }
}
