import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { certificateChecks, isAbleToSign } from '../../electron/gateway/features/doctor/checks.ts'
import type { RunRequest } from '../../electron/gateway/features/reconciliation/runs.ts'
import { scheduleReconciliationAfterCrash } from '../../electron/gateway/features/reconciliation/runs.ts'
import type { CertificateProblem } from '../../electron/gateway/installation/credentials.ts'
import { ensureDataDir, OpenToOthers } from '../../electron/gateway/installation/data-dir.ts'
import { type MachineAccess, machineId } from '../../electron/gateway/installation/machine-id.ts'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { journalFinding, maxListed } from '../../shared/domain/journal-finding.ts'
import { languages, say } from '../../shared/words/words.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { noon } from '../support/records.ts'
import { aCompany, otherCompany } from '../support/stores.ts'

describe('a directory that others can read', () => {
  describe('a data directory', () => {
    let place: string
    let path: string
    beforeEach(() => {
      place = mkdtempSync(join(tmpdir(), 'resit-place-'))
      path = join(place, 'data')
    })
    afterEach(() => rmSync(place, { recursive: true, force: true }))
    const modeOf = (file: string) => statSync(file).mode & 0o7777
    const makeLoose = (mode: number) => {
      mkdirSync(path)
      chmodSync(path, mode)
    }

    test('that is made is its owner’s alone', () => {
      ensureDataDir(path)
      expect(modeOf(path)).toBe(0o700)
    })

    test.each([null, 'lost+found', 'resit.db', 'practice.db', 'secrets.json'])(
      'that others may read is closed to them: with %s in it',
      (name) => {
        makeLoose(0o755)
        if (name !== null) writeFileSync(join(path, name), '')
        ensureDataDir(path)
        expect(modeOf(path)).toBe(0o700)
      },
    )

    test('of other things is left as it is and not used while others may read it', () => {
      makeLoose(0o1777)
      writeFileSync(join(path, 'holiday.jpg'), '')
      expect(() => ensureDataDir(path)).toThrow(OpenToOthers)
      expect(() => ensureDataDir(path)).toThrow(/directory of its own/)
      expect(modeOf(path)).toBe(0o1777)
      chmodSync(path, 0o700)
      expect(ensureDataDir(path).path).toBe(path)
    })
  })
})

describe('another machine', () => {
  const id = '3d1219c7c4c5404aaa1f6d2a48adfda4'
  const guid = '9C3A11F2-5B7D-4E02-8A6C-0D1E2F304152'

  /** A machine with these files and these outputs of programs. */
  function machine(
    platform: NodeJS.Platform,
    { files = {}, env = {}, prints = {} }: Partial<Record<'files' | 'env' | 'prints', Record<string, string>>>,
  ): MachineAccess {
    const found = (from: Record<string, string>, name: string): string => {
      const text = from[name]
      if (text === undefined) throw new Error(`there is no ${name}`)
      return text
    }
    return {
      platform,
      env,
      isThere: (path) => Object.hasOwn(files, path),
      read: (path) => found(files, path),
      run: (program) => found(prints, program),
    }
  }

  const linux = { '/etc/machine-id': `${id}\n` }
  const reg = 'C:\\Windows\\System32\\reg.exe'
  const registry = `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${guid}\r\n\r\n`
  const ioreg = `+-o J314sAP  <class IOPlatformExpertDevice>\n    {\n      "IOPlatformUUID" = "${guid}"\n    }\n`

  describe('a machine', () => {
    test.each([
      ['Linux', machine('linux', { files: linux })],
      ['a Linux with D-Bus alone', machine('linux', { files: { '/var/lib/dbus/machine-id': id } })],
      ['Windows', machine('win32', { env: { SystemRoot: 'C:\\Windows' }, prints: { [reg]: registry } })],
      ['macOS', machine('darwin', { prints: { '/usr/sbin/ioreg': ioreg } })],
    ])('with %s is known again, and its own id is told to nobody', (_what, asked) => {
      const known = machineId(asked)
      expect(known).toMatch(/^[0-9a-f]{64}$/)
      expect(machineId(asked)).toBe(known)
      expect(known).not.toContain(id.slice(0, 8))
    })

    test('is told from another', () => {
      const other = machine('linux', { files: { '/etc/machine-id': id.replace('3', '4') } })
      expect(machineId(other)).not.toBe(machineId(machine('linux', { files: linux })))
    })
  })

  describe('nobody knows which machine it is', () => {
    test.each([
      ['in a container of Docker', machine('linux', { files: { ...linux, '/.dockerenv': '' } })],
      ['in a container of Podman', machine('linux', { files: { ...linux, '/run/.containerenv': '' } })],
      ['in a pod', machine('linux', { files: linux, env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } })],
      ['with an id for this start alone', machine('linux', { files: { ...linux, '/run/machine-id': id } })],
      ['before the first start is through', machine('linux', { files: { '/etc/machine-id': 'uninitialized\n' } })],
      ['without an id', machine('linux', {})],
      ['where the registry says nothing', machine('win32', { prints: { [reg]: 'ERROR: Access is denied.' } })],
      ['where a program does not run', machine('darwin', {})],
      ['on a platform without any', machine('freebsd', { files: linux })],
    ])('%s', (_what, asked) => {
      expect(machineId(asked)).toBeNull()
    })
  })
})

describe('many findings', () => {
  const count = 20_000
  let shop: TestGateway
  beforeEach(async () => {
    shop = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
    await shop.gateway.store.journal.found(
      Array.from({ length: count }, (_, at) => journalFinding('row_damaged', { record: at + 1 })),
    )
  })
  afterEach(() => shop.close())

  test('of very much that was found the first is told, and how much there is beside', async () => {
    const { body: health } = await operate<OperatorAnswer<'health'>>(shop, 'GET', '/health')
    expect(health.alerts.find(({ code }) => code === 'journal_untrusted')?.message).toContain(String(count))
    const { body: journal } = await operate<OperatorAnswer<'proof'>>(shop, 'GET', '/proof')
    expect([journal.findings.length, journal.finding_count]).toEqual([maxListed, count])
    const { body: proved } = await operate<OperatorAnswer<'verify'>>(shop, 'GET', '/integrity')
    expect([proved.sound, proved.findings.length, proved.finding_count]).toEqual([false, maxListed, count])
    const { body: doctor } = await operate<OperatorAnswer<'doctor'>>(shop, 'GET', '/doctor')
    const named = (wanted: string) => doctor.checks.filter(({ name }) => name === wanted)
    expect(named('finding')).toHaveLength(maxListed)
    expect(named('journal').map(({ message }) => message)).toEqual([expect.stringContaining(String(count))])
  })
})

describe('after a crash', () => {
  const status = {
    isTrusted: true,
    findings: [],
    findingCount: 0,
    isRestored: false,
    wasKilled: true,
    lines: 1,
    code: '00000000',
    provedAt: null,
  }
  const dayMs = 24 * 3_600_000
  let begun: Pick<RunRequest, 'from' | 'to' | 'by'>[]
  let stop: () => void

  beforeEach(() => {
    begun = []
  })
  afterEach(() => stop())

  function crash(lastKnownAt: number | null): void {
    const runs = {
      begin: async ({ from, to, by }: RunRequest) => {
        begun.push({ from, to, by })
        return 'one'
      },
    }
    const store = {
      companies: { list: async () => [aCompany(), otherCompany] },
      journal: { status: async () => ({ ...status, lastKnownAt }) },
    }
    const clock = { now: () => noon, steadyMs: () => 0 }
    const comparing = scheduleReconciliationAfterCrash(runs, { store, clock, log: pino({ level: 'silent' }) }, 0)
    stop = () => comparing.stop()
  }

  const day = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 10)

  test.each([
    [noon - 1_000, noon],
    [noon - dayMs, noon - dayMs],
    [noon - 30 * dayMs, noon - 2 * dayMs],
    [noon + 30 * dayMs, noon],
    [null, noon],
  ])(
    'after a crash every company is compared since what was known last (%s), two days at most (RB3)',
    async (lastKnownAt, from) => {
      crash(lastKnownAt)
      await expect.poll(() => begun.length).toBe(2)
      expect(begun[0]).toEqual({ from: day(from), to: day(noon), by: 'gateway' })
    },
  )
})

describe('a certificate that ends', () => {
  const checksFor = (...problems: readonly CertificateProblem[]) =>
    certificateChecks(async () => problems, demoCompanyAt(noon))

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
    expect(await certificateChecks(null, demoCompanyAt(noon))).toEqual([])
  })
})
