import { expect, test } from 'vitest'
import { PracticeCertificates } from '../../../electron/gateway/authority/myinvois/sign/practice-certificates.ts'
import { demoCompanyAt } from '../../../electron/gateway/features/companies/demo-company.ts'
import { aClock } from '../../support/clock.ts'
import { day, noon } from './certificates.ts'

const company = demoCompanyAt(0).profile

function installation() {
  const kept = new Map<string, string>()
  const clock = aClock(noon)
  const secrets = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => void kept.set(name, value),
  }
  return { clock, kept, start: () => new PracticeCertificates({ secrets, clock }) }
}

test('a company has one certificate, however many ask at once and however often the gateway starts', async () => {
  const { start, kept } = installation()
  const certificates = start()
  const [one, other] = await Promise.all([certificates.of(company), certificates.of(company)])
  expect(other).toBe(one)
  expect([...kept.keys()].toSorted()).toEqual(['practice/11111111-1111-4111-8111-111111111111', 'practice/ca'])
  const again = start()
  expect((await again.of(company)).serialDecimal).toBe(one.serialDecimal)
  expect(await again.authority()).toEqual(await certificates.authority())
})

test('it gets another when it runs out, and when its TIN has changed', async () => {
  const { start, clock } = installation()
  const certificates = start()
  const first = await certificates.of(company)
  const mended = { ...company, tin: 'C10000000010' }
  expect((await certificates.of(mended)).subject.tin).toBe(mended.tin)
  clock.pass(360 * day)
  const next = await certificates.of(mended)
  expect(next.validTo).toBeGreaterThan(first.validTo)
})
