import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Token } from '../../electron/gateway/store/port/port.ts'
import { noon } from '../support/records.ts'
import { aCompany, freshStore, insertion, keep, type Open, otherCompany } from '../support/stores.ts'

const aToken = (over: Partial<Token> = {}): Token => ({
  id: 'token-1',
  name: 'Till 1',
  scopes: ['submit', 'read'],
  companyGuid: null,
  createdAt: noon,
  lastUsedAt: null,
  revokedAt: null,
  ...over,
})

export function accessContract(open: Open): void {
  describe('companies', () => {
    const here = freshStore(open)

    test('are kept and changed under their GUID, and a code belongs to one', async () => {
      const { companies } = here.store
      const renamed = aCompany({ companyCode: 'DEMO2', name: 'Kedai Baharu' })
      expect(await companies.save(otherCompany, 'control')).toBe('saved')
      expect(
        await companies.save({ ...otherCompany, profile: { ...otherCompany.profile, companyCode: 'DEMO' } }, 'control'),
      ).toBe('code_taken')
      expect(await companies.save(renamed, 'control')).toBe('saved')
      expect(await companies.byCode('DEMO')).toBeNull()
      expect(await companies.byCode('DEMO2')).toEqual(renamed)
      const reopened = await here.reopen()
      expect(await reopened.companies.list()).toEqual([renamed, otherCompany])
      expect(await reopened.companies.byGuid(otherCompany.profile.companyGuid)).toEqual(otherCompany)
    })

    test('keep their records when their code changes', async () => {
      const { seq, record } = await keep(here.store, insertion(1))
      await here.store.companies.save(aCompany({ companyCode: 'DEMO2' }), 'control')
      const renamed = { seq, record: { ...record, companyCode: 'DEMO2' } }
      expect(await here.store.records.byGuid(record.saleGuid)).toEqual(renamed)
    })
  })

  describe('tokens', () => {
    const here = freshStore(open)

    test('are found by their digest and can be listed, used and revoked', async () => {
      const { companyGuid } = aCompany().profile
      const second = aToken({ id: 'token-2', companyGuid, createdAt: noon + 1 })
      await here.store.tokens.create(aToken(), 'a'.repeat(64), 'control')
      await here.store.tokens.create(second, 'b'.repeat(64), 'control')
      await here.store.tokens.used(new Map([['token-2', noon + 5]]))
      expect(await here.store.tokens.revoke('token-1', noon + 6, 'control')).toBe(true)
      expect(await here.store.tokens.revoke('token-1', noon + 9, 'control')).toBe(true)
      expect(await here.store.tokens.revoke('nobody', noon, 'control')).toBe(false)
      const { tokens } = await here.reopen()
      expect(await tokens.bySha256('a'.repeat(64))).toEqual(aToken({ revokedAt: noon + 6 }))
      expect(await tokens.bySha256('c'.repeat(64))).toBeNull()
      expect(await tokens.digests()).toEqual(['b'.repeat(64)])
      expect(await tokens.list()).toEqual([aToken({ revokedAt: noon + 6 }), { ...second, lastUsedAt: noon + 5 }])
    })

    test('and companies leave their acts in the journal, without any secret', async () => {
      await here.store.tokens.create(aToken(), 'a'.repeat(64), 'person:Aini')
      await here.store.tokens.revoke('token-1', noon + 6, 'person:Aini')
      await here.store.tokens.revoke('token-1', noon + 7, 'person:Aini')
      await here.store.acts.add({ at: noon, by: 'control', type: 'taxpayer_checked', facts: { valid: true } })
      const acts = await here.store.acts.list(0, 10)
      expect(acts.map(({ type, by }) => [type, by])).toEqual([
        ['company_saved', 'control'],
        ['token_created', 'person:Aini'],
        ['token_revoked', 'person:Aini'],
        ['taxpayer_checked', 'control'],
      ])
      expect(acts.at(-1)).toEqual({ seq: 4, at: noon, by: 'control', type: 'taxpayer_checked', facts: { valid: true } })
      expect(JSON.stringify(acts)).not.toContain('a'.repeat(64))
      expect((await here.store.acts.list(2, 1)).map(({ seq }) => seq)).toEqual([3])
      expect((await here.store.acts.latest(null, 2)).map(({ seq }) => seq)).toEqual([4, 3])
      expect((await here.store.acts.latest(3, 9)).map(({ seq }) => seq)).toEqual([2, 1])
    })
  })

  describe('taxpayers and settings', () => {
    const here = freshStore(open)
    const taxpayer = { tin: 'C25845632020', idType: 'BRN', idNumber: '201901234567' }

    test('a verified triple is remembered until one with a part of it is verified', async () => {
      const { taxpayers } = here.store
      expect(await taxpayers.verifiedAt(taxpayer)).toBeNull()
      await taxpayers.verified(taxpayer, noon)
      await taxpayers.verified(taxpayer, noon + 1)
      expect(await taxpayers.verifiedAt(taxpayer)).toBe(noon + 1)
      expect(await taxpayers.verifiedAt({ ...taxpayer, idNumber: '1' })).toBeNull()
      await taxpayers.verified({ ...taxpayer, tin: 'C9' }, noon + 2)
      expect(await taxpayers.verifiedAt(taxpayer)).toBeNull()
    })

    test('a setting has the value it was given last', async () => {
      expect(await here.store.settings.get('a')).toBeNull()
      await here.store.settings.set('a', '1', 'control', 1)
      await here.store.settings.set('a', '2', 'control', 2)
      const { settings } = await here.reopen()
      expect(await settings.get('a')).toBe('2')
    })
  })
}

/** For an engine that keeps its database in a file. */
export function backupContract(open: Open): void {
  test('a backup made while the store is used is a sound copy, and never overwrites', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'resit-backup-'))
    const file = join(directory, 'copy.db')
    const opened = await open()
    await opened.store.companies.save(aCompany(), 'control')
    await keep(opened.store, insertion(1))
    await Promise.all([opened.store.upkeep.backup(file), keep(opened.store, insertion(2))])
    expect(existsSync(file)).toBe(true)
    await expect(opened.store.upkeep.backup(file)).rejects.toThrow(/exists/)
    expect((await opened.store.journal.verify()).findings).toEqual([])
    await opened.close()
    rmSync(directory, { recursive: true })
  })
}
