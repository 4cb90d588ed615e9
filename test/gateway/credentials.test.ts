import { expect, test } from 'vitest'
import { openCertificate } from '../../electron/gateway/authority/myinvois/sign/open-certificate.ts'
import { credentialsIn } from '../../electron/gateway/installation/credentials.ts'
import { demoCompany } from '../../electron/gateway/installation/demo-company.ts'

const { profile } = demoCompany(0)
const shared = { clientId: 'shared', clientSecret: 'invented', onBehalfOf: null }
const own = { ...shared, clientId: 'own' }

function secretsThatCount() {
  const kept = new Map<string, string>()
  let reads = 0
  return {
    get reads() {
      return reads
    },
    async get(name: string) {
      reads += 1
      const found = kept.get(name) ?? null
      // As a disk does: what was read is known a while later.
      await new Promise((resolve) => setImmediate(resolve))
      return found
    },
    async set(name: string, value: string) {
      kept.set(name, value)
    },
  }
}

test('that a company has no credentials of its own is read once, until it is given some', async () => {
  const secrets = secretsThatCount()
  const credentials = credentialsIn(secrets, { credentials: shared, certificate: null }, openCertificate)
  for (let call = 0; call < 3; call += 1) expect(await credentials.of(profile)).toEqual(shared)
  for (let call = 0; call < 3; call += 1) expect(await credentials.certificateOf(profile)).toBeNull()
  expect(secrets.reads).toBe(2)
  await credentials.set(profile, own)
  expect(await credentials.of(profile)).toEqual(own)
})

test('what another process set is read anew', async () => {
  const secrets = secretsThatCount()
  const credentials = credentialsIn(secrets, { credentials: shared, certificate: null }, openCertificate)
  await credentials.of(profile)
  await secrets.set(`myinvois/${profile.companyGuid}`, JSON.stringify(own))
  credentials.forget(`myinvois/${profile.companyGuid}`)
  expect(await credentials.of(profile)).toEqual(own)
})

test('credentials that are set while others are read are the ones that count', async () => {
  const secrets = secretsThatCount()
  const credentials = credentialsIn(secrets, { credentials: shared, certificate: null }, openCertificate)
  const reading = credentials.of(profile)
  await credentials.set(profile, own)
  await reading
  expect(await credentials.of(profile)).toEqual(own)
})
