import { expect, test } from 'vitest'
import { demoCompany } from '../../electron/gateway/features/companies/demo-company.ts'
import { certificateChecks, isAbleToSign } from '../../electron/gateway/features/doctor/checks.ts'
import type { SigningProblem } from '../../electron/gateway/installation/credentials.ts'
import { languages, say } from '../../shared/words/words.ts'
import { noon } from '../support/records.ts'

const checksFor = (...problems: readonly SigningProblem[]) => certificateChecks(async () => problems, demoCompany(noon))

test.each([
  ['bad', false, { code: 'missing' }],
  ['bad', false, { code: 'expired', validTo: noon }],
  ['bad', false, { code: 'not_yet_valid', validFrom: noon }],
  ['warning', true, { code: 'expires_soon', validTo: noon, daysLeft: 3 }],
  ['bad', true, { code: 'wrong_tin', expected: 'C20830570210', found: 'C10000000010' }],
  ['bad', true, { code: 'wrong_brn', expected: '202001234567', found: null }],
  ['bad', true, { code: 'wrong_key_usage', missing: ['nonRepudiation'] }],
  ['bad', true, { code: 'self_signed' }],
  ['warning', true, { code: 'weak_key', bits: 1024 }],
] as const)('%s, sending goes: %s, with %o', async (verdict, isAble, problem) => {
  const checks = await checksFor(problem)
  expect(checks).toMatchObject([{ name: 'certificate DEMO', verdict }])
  expect(isAbleToSign(checks)).toBe(isAble)
  for (const { says, values } of checks)
    for (const language of languages) {
      const sentence = say(language, 'status', says, values)
      expect(sentence).toContain('DEMO')
      expect(sentence).not.toMatch(/\{\{|C10000000010/)
    }
})

test('every doubt is told, and nothing where documents are not signed', async () => {
  expect(await checksFor({ code: 'self_signed' }, { code: 'weak_key', bits: 1024 })).toHaveLength(2)
  expect(await checksFor()).toMatchObject([{ verdict: 'good', says: 'certificate_good' }])
  expect(await certificateChecks(null, demoCompany(noon))).toEqual([])
})
