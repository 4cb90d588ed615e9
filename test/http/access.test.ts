import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Access, mayDo } from '../../electron/gateway/http/access.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { RequiredScope } from '../../shared/api/scopes.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany } from '../support/stores.ts'

describe('tokens', () => {
  const file = freshFile()
  let store: Store
  let access: Access
  const clock = aClock()
  const { companyGuid } = aCompany().profile
  const asked = { name: 'Till 1', scopes: ['submit', 'read'], companyGuid } as const

  beforeEach(async () => {
    store = openSqliteStore(file.path)
    await store.companies.save(aCompany(), 'control')
    access = new Access(store.tokens, 'rst_control', { clock, randomness: countedRandomness() })
  })
  afterEach(() => store.upkeep.close())

  test('let their holder do what they are for and nothing else', async () => {
    const { secret } = await access.create(asked, 'control')
    const caller = await access.callerWith(secret)
    expect(caller).toMatchObject({ by: 'token:Till 1', companyGuid })
    const may = (scope: RequiredScope) => caller !== null && mayDo(caller, { scope })
    expect([may('submit'), may('read'), may('any')]).toEqual([true, true, true])
    expect([may('void'), may('cancel'), may('taxpayer'), may('admin')]).toEqual([false, false, false, false])
  })

  test('that nobody made, or in another spelling, are nobody’s (LO8)', async () => {
    const { secret } = await access.create(asked, 'control')
    for (const other of ['', 'rst_', `${secret} `, secret.toUpperCase(), secret.slice(0, -1)])
      expect(await access.callerWith(other)).toBeNull()
  })

  test('are looked for by the digest of all of it, so that one nearly right is found as little as any other (LO9)', async () => {
    const { secret } = await access.create(asked, 'control')
    const sought: string[] = []
    const tokens = {
      ...store.tokens,
      bySha256: (hex: string) => {
        sought.push(hex)
        return store.tokens.bySha256(hex)
      },
    }
    const watched = new Access(tokens, 'rst_control', { clock, randomness: countedRandomness() })
    const nearly = [`x${secret.slice(1)}`, `${secret.slice(0, -1)}_`, 'rst_contro1', 'rst_']
    for (const given of nearly) expect(await watched.callerWith(given)).toBeNull()
    expect(await watched.callerWith(secret)).not.toBeNull()
    // Only the digest of a token reaches code that searches and compares.
    expect(sought).toEqual([...nearly, secret].map((given) => hash('sha256', given)))
  })

  test('stop working the moment they are revoked (LO8)', async () => {
    const { id, secret } = await access.create(asked, 'control')
    expect(await access.callerWith(secret)).not.toBeNull()
    expect(await access.revoke(id, 'person:Aini')).toBe(true)
    expect(await access.callerWith(secret)).toBeNull()
    expect(await access.revoke('nobody', 'control')).toBe(false)
  })

  test('leave neither store nor journal with their secret (SU1)', async () => {
    const { secret } = await access.create(asked, 'control')
    const kept = JSON.stringify([await store.tokens.list(), await store.acts.list(0, 100)])
    expect(kept).not.toContain(secret)
    expect(secret).toMatch(/^rst_secret-\d+-of-32$/)
  })

  test('remember when they were last used, once that is written down', async () => {
    const { secret } = await access.create(asked, 'control')
    clock.pass(5)
    await access.callerWith(secret)
    expect((await store.tokens.list())[0]?.lastUsedAt).toBeNull()
    await access.noteUses()
    expect((await store.tokens.list())[0]?.lastUsedAt).toBe(clock.now())
  })

  test('of the command line do everything everywhere', async () => {
    const caller = await access.callerWith('rst_control')
    expect(caller).toMatchObject({ by: 'control', companyGuid: null })
    expect(caller && mayDo(caller, { scope: 'admin' })).toBe(true)
  })
})
