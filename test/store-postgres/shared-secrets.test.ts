import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openCertificate } from '../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { credentialStore } from '../../electron/gateway/installation/credentials.ts'
import { getOrCreateSecret, SecretsLocked, secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { openSharedSecrets } from '../../electron/gateway/installation/shared-secrets.ts'
import type { Secrets } from '../../electron/gateway/ports.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { BadConfiguration } from '../../electron/gateway/settings/values.ts'
import { hangMs } from '../support/hang-limit.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { databaseIn } from '../support/store-engine.ts'
import { aCompany } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const key = randomBytes(32)
const { profile } = aCompany()
const given = { clientId: 'client-of-the-chain', clientSecret: 'a secret nobody reads', onBehalfOf: null }
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'resit-shared-secrets-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const credentialsOf = (secrets: Secrets) =>
  credentialStore(secrets, { credentials: null, certificate: null }, openCertificate)

describe.skipIf(why !== null)('secrets that the processes of a database share', () => {
  const here = sharedPostgres()
  const two = async () => {
    const { url, stores } = await here.shared(2)
    const processes = stores.map((store) => ({
      store,
      own: secretsInFile(join(folder(), 'secrets.json')),
    }))
    const secrets = await Promise.all(
      processes.map(({ store, own }) => openSharedSecrets({ own, sealed: store.sealed, key })),
    )
    const [one, other] = secrets
    if (!one || !other) throw new Error('no two')
    return { url, processes, one, other }
  }

  test('are everybody’s: credentials given to one are those of the other', async () => {
    const { one, other } = await two()
    await credentialsOf(one).set(profile, given)
    expect(await credentialsOf(other).of(profile)).toEqual(given)
  })

  test('are news to who knows the ones from before by heart', async () => {
    const { one, other, processes } = await two()
    const mine = credentialsOf(other)
    await credentialsOf(one).set(profile, given)
    expect(await mine.of(profile)).toEqual(given)
    const [seen] = (await processes[1]?.store.sealed.newerThan(0)) ?? []
    await credentialsOf(one).set(profile, { ...given, clientSecret: 'another' })
    expect(await mine.of(profile)).toEqual(given)
    const news = (await processes[1]?.store.sealed.newerThan(seen?.version ?? 0)) ?? []
    expect(news.map(({ name }) => mine.forget(name))).toEqual([profile.companyGuid])
    expect(await mine.of(profile)).toMatchObject({ clientSecret: 'another' })
    expect(mine.forget('people/pepper')).toBeNull()
  })

  test('that were set while the ones from before were being read are not known by heart as those', async () => {
    const { one } = await two()
    await credentialsOf(one).set(profile, given)
    const reads = Promise.withResolvers<void>()
    const slowly: Secrets = {
      ...one,
      async get(name) {
        const kept = await one.get(name)
        await reads.promise
        return kept
      },
    }
    const mine = credentialsOf(slowly)
    const before = mine.of(profile)
    await vi.waitFor(() => expect(mine.forget(`myinvois/${profile.companyGuid}`)).toBe(profile.companyGuid), {
      timeout: hangMs,
    })
    reads.resolve()
    await before
    await credentialsOf(one).set(profile, { ...given, clientSecret: 'another' })
    expect(await mine.of(profile)).toMatchObject({ clientSecret: 'another' })
  })

  test('stand in the database sealed, each under its own name', async () => {
    const { url, one } = await two()
    await credentialsOf(one).set(profile, given)
    await one.set('webhook/1', 'whsec')
    const [dump] = await here.server.ask(databaseIn(url), 'SELECT json_agg(s)::text AS dump FROM sealed_secret s')
    for (const secret of [given.clientId, given.clientSecret, 'whsec', key.toString('base64')]) {
      expect(dump?.['dump']).not.toContain(secret)
      expect(dump?.['dump']).not.toContain(Buffer.from(secret).toString('base64'))
    }
    await here.server.ask(
      databaseIn(url),
      `UPDATE sealed_secret SET sealed = (SELECT sealed FROM sealed_secret WHERE name = 'webhook/1') WHERE name <> 'webhook/1'`,
    )
    await expect(one.get(`myinvois/${profile.companyGuid}`)).rejects.toBeInstanceOf(SecretsLocked)
    expect(await one.get('webhook/1')).toBe('whsec')
  })

  test('are not opened with another key, and who has one is told so before it begins', async () => {
    const { one, processes } = await two()
    await credentialsOf(one).set(profile, given)
    for (const { own, store } of processes)
      await expect(openSharedSecrets({ own, sealed: store.sealed, key: randomBytes(32) })).rejects.toBeInstanceOf(
        BadConfiguration,
      )
  })

  test.each(['people/pepper', 'installation/key'])('have one %s, whoever of them needs it first', async (name) => {
    const { one, other } = await two()
    const made = await Promise.all([one, other].map((each, at) => getOrCreateSecret(each, name, () => `of ${at}`)))
    expect(new Set(made).size).toBe(1)
    expect([await one.get(name), await other.get(name)]).toEqual(made)
  })

  test('begin with what one of them had, and go on with it', async () => {
    const { one, processes } = await two()
    const [first, second] = processes
    await first?.own.set('people/pepper', 'of before')
    await second?.own.set('people/pepper', 'of before, too')
    for (const { own, store } of processes) await openSharedSecrets({ own, sealed: store.sealed, key })
    expect(await one.get('people/pepper')).toBe('of before')
  })

  test('leave each what is its alone, and what it was told before, until all are told', async () => {
    const { one, other, processes } = await two()
    await one.set('seal/key', 'of one')
    expect(await other.get('seal/key')).toBeNull()
    expect(await processes[0]?.store.sealed.newerThan(0)).toEqual([])
    await credentialsOf(processes[1]?.own ?? other).set(profile, { ...given, clientSecret: 'of before' })
    expect(await credentialsOf(other).of(profile)).toMatchObject({ clientSecret: 'of before' })
    await credentialsOf(one).set(profile, given)
    expect(await credentialsOf(other).of(profile)).toEqual(given)
  })
})

test('the key is 32 random bytes in a file, and nothing of it is repeated', () => {
  const file = join(folder(), 'key')
  const read = (text: string) => {
    writeFileSync(file, text, { mode: 0o600 })
    return readSettings([], { RESIT_SECRETS_KEY: file }).secretsKey
  }
  expect(read(`${key.toString('base64')}\n`)).toEqual(key)
  expect(readSettings([], {}).secretsKey).toBeNull()
  for (const wrong of ['', 'a password that somebody thought of, which is long', randomBytes(31).toString('base64')]) {
    const reading = () => read(wrong)
    expect(reading).toThrow(BadConfiguration)
    expect(reading).toThrow(/openssl rand/)
    if (wrong !== '') expect(reading).not.toThrow(wrong)
  }
  expect(() => readSettings([], { RESIT_SECRETS_KEY: join(folder(), 'none') })).toThrow(BadConfiguration)
})
