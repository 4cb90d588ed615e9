import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SecretsLocked } from '../../electron/gateway/installation/secrets.ts'
import type { Secrets } from '../../electron/gateway/ports.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { type GatewayClient, makeCaller } from '../../electron/headless/cli/calls-over.ts'
import { exportDocumentsToFile } from '../../electron/headless/cli/export.ts'
import { type FileProof, verifyFile } from '../../electron/headless/cli/verify-file.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { tamper } from '../store/log/kept-store.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { nearDays } from '../support/near-days.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'

describe('the proof', () => {
  const closed: string[] = []
  let shop: TestGateway | null = null
  afterEach(async () => {
    await shop?.close({ keep: true })
    shop = null
    for (const directory of closed.splice(0)) rmSync(directory, { recursive: true, force: true })
  })

  const quiet = { RESIT_DISPATCH: 'off' }

  async function open(dataDir: string | null, env: Environment = {}, secrets?: Secrets): Promise<TestGateway> {
    shop = await startGateway({ env, ...(dataDir !== null && { dataDir }), ...(secrets && { ports: { secrets } }) })
    if (!closed.includes(shop.dataDir)) closed.push(shop.dataDir)
    return shop
  }
  async function close(): Promise<void> {
    await shop?.close({ keep: true })
    shop = null
  }

  /** A data directory with unsent sales, on which no gateway runs. */
  async function unsent(count: number): Promise<{ readonly dataDir: string; readonly sales: readonly WireRecord[] }> {
    const gateway = await open(null, quiet)
    const api = apiOf(gateway, await gateway.token())
    const sales = []
    for (let n = 0; n < count; n += 1) sales.push((await api.submit('sale', 'invoice', invoice(`j${n}`))).body)
    await close()
    return { dataDir: gateway.dataDir, sales }
  }

  const ledger = (gateway: TestGateway) => gateway.gateway.practice?.ledger.documents() ?? []
  const phaseOf = async ({ gateway }: TestGateway, { SALE_GUID }: WireRecord) =>
    (await gateway.store.records.byGuid(SALE_GUID))?.record.phase
  const journalStatusOf = (gateway: TestGateway) => gateway.gateway.store.journal.status()
  const doctorOf = async (gateway: TestGateway) =>
    (
      await operate<{ readonly checks: readonly { name: string; verdict: string; message: string }[] }>(
        gateway,
        'GET',
        '/doctor',
      )
    ).body.checks.filter(({ name }) => name === 'journal')
  const alertsOf = async (gateway: TestGateway) =>
    (
      await operate<{ readonly alerts: readonly { readonly code: string }[] }>(gateway, 'GET', '/health')
    ).body.alerts.map(({ code }) => code)

  async function allBecome(gateway: TestGateway, sales: readonly WireRecord[], status: string): Promise<void> {
    const api = apiOf(gateway, await gateway.token())
    for (const sale of sales) await api.until(sale, status)
  }

  const inMemory = (): Secrets => {
    const kept = new Map<string, string>()
    return {
      get: async (name) => kept.get(name) ?? null,
      set: async (name, value) => void kept.set(name, value),
    }
  }

  describe('an amount that somebody changed', () => {
    const change = (dataDir: string) => tamper(dataDir, "UPDATE record SET total_payable = '912.72' WHERE seq = 1")

    test('stops all sending before the document leaves; sales are still taken, and a person is told (AU1, ST12)', async () => {
      const { dataDir, sales } = await unsent(2)
      change(dataDir)
      const gateway = await open(dataDir)
      const api = apiOf(gateway, await gateway.token())
      await expect
        .poll(async () => (await journalStatusOf(gateway)).findings)
        .toMatchObject([{ code: 'row_damaged', record: 1 }])
      expect((await api.submit('sale', 'invoice', invoice('taken'))).status).toBe(202)
      expect(await alertsOf(gateway)).toContain('journal_untrusted')
      expect(
        (await operate<{ block_reasons: readonly object[] }>(gateway, 'GET', '/queue')).body.block_reasons,
      ).toMatchObject([{ company: 'DEMO', message: expect.stringContaining('nothing is sent') as string }])
      expect(await doctorOf(gateway)).toMatchObject([
        { verdict: 'bad', message: expect.stringContaining('nothing is sent') as string },
      ])
      const [first] = sales
      if (first) expect(await phaseOf(gateway, first)).toBe('queued')
      expect(ledger(gateway).every(({ internalId }) => internalId !== first?.DOCUMENT_NUMBER)).toBe(true)
    })

    test('is mended by no word of a person, and the till reads what it sent (AU1)', async () => {
      const { dataDir, sales } = await unsent(2)
      change(dataDir)
      const gateway = await open(dataDir)
      await expect.poll(async () => (await journalStatusOf(gateway)).isTrusted).toBe(false)
      const { body } = await operate<{ readonly outcome: string }>(gateway, 'POST', '/proof/trust', { reason: 'seen' })
      expect(body.outcome).toBe('history_differs')
      const [first] = sales
      const told = await apiOf(gateway, await gateway.token()).status('sale', 'invoice', first?.SALE_GUID ?? '')
      expect(told.body.TOTAL_PAYABLE).toBe(first?.TOTAL_PAYABLE)
      expect(await journalStatusOf(gateway)).toMatchObject({ isTrusted: false })
    })
  })

  test('a key store that is locked keeps everything back until it opens, and leaves nothing for a person to put right', async () => {
    const { dataDir, sales } = await unsent(1)
    const refuse = () => Promise.reject(new SecretsLocked('the key store is locked'))
    const locked = { get: refuse, set: refuse }
    const held = await open(dataDir, {}, locked)
    expect(await journalStatusOf(held)).toMatchObject({ isTrusted: false, findings: [{ code: 'seal_locked' }] })
    expect((await apiOf(held, await held.token()).submit('sale', 'invoice', invoice('new'))).status).toBe(202)
    expect((await operate(held, 'GET', '/integrity')).body).toMatchObject({ sound: false })
    expect(ledger(held)).toEqual([])
    await close()
    const gateway = await open(dataDir)
    await allBecome(gateway, sales, 'Valid')
    await close()
  })

  test('a disk that runs in another till sends nothing until a person says why (ST14)', async () => {
    const { dataDir, sales } = await unsent(1)
    const theirs = inMemory()
    const gateway = await open(dataDir, {}, theirs)
    expect(await journalStatusOf(gateway)).toMatchObject({ isTrusted: false, findings: [{ code: 'seal_missing' }] })
    expect((await apiOf(gateway, await gateway.token()).submit('sale', 'invoice', invoice('new'))).status).toBe(202)
    expect((await operate(gateway, 'POST', '/proof/trust', {})).status).toBe(422)
    expect(ledger(gateway)).toEqual([])
    await operate(gateway, 'POST', '/proof/trust', { reason: 'the old till is scrapped' })
    await allBecome(gateway, sales, 'Valid')
    await close()
    expect(await journalStatusOf(await open(dataDir, {}, theirs))).toMatchObject({ isTrusted: true })
  })

  test('the head code is for everybody who reads', async () => {
    const gateway = await open(null, quiet)
    const api = apiOf(gateway, await gateway.token())
    await api.submit('sale', 'invoice', invoice('one'))
    const shown = await operate<{ readonly code: string; readonly lines: number }>(gateway, 'GET', '/proof')
    expect(shown.body).toMatchObject({ code: expect.stringMatching(/^[0-9a-f]{8}$/) as string, trusted: true })
  })
})

describe('exported documents', () => {
  let shop: TestGateway
  let folder: string
  let rows: readonly string[]
  const sales = 60

  const fileOf = (name: string) => join(folder, name)
  const reached = (): GatewayClient => {
    const { gateway, port } = shop
    const call = makeCaller(fetch, `http://127.0.0.1:${port}`, {
      language: () => 'en',
      token: () => gateway.controlToken,
    })
    return { isRunning: true, call, close: async () => undefined }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'resit-documents-'))
    shop = await startGateway()
    const api = apiOf(shop, await shop.token())
    for (let n = 0; n < sales; n += 1) {
      const { body } = await api.submit('sale', 'invoice', invoice(`d${n}`))
      if (n === 0) await api.until(body, 'Valid')
    }
  })
  afterAll(async () => {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Changes the rows of the file and verifies it again. */
  async function proved(change: (rows: readonly string[]) => readonly string[]): Promise<FileProof> {
    const file = fileOf('changed.ndjson')
    writeFileSync(file, `${change(rows).join('\n')}\n`)
    return verifyFile(file)
  }

  describe('everything of some days in one file', () => {
    test('has every sale, the documents and the answers, page after page, and proves itself anywhere', async () => {
      const file = fileOf('documents.ndjson')
      const written = await exportDocumentsToFile(reached(), { ...nearDays, file })
      rows = readFileSync(file, 'utf8').trimEnd().split('\n')
      expect(rows.length).toBe(written.lines + 3)
      expect(written.lines).toBeGreaterThan(sales)
      expect(rows.filter((row) => row.includes('"body":')).length).toBe(sales)
      expect(rows.some((row) => row.includes('"outcome\\":'))).toBe(true)
      const { fingerprint, documents, ...proof } = await verifyFile(file)
      expect(proof).toEqual({ sound: true, findings: [], lines: written.lines, ...nearDays })
      expect(fingerprint).toBe(written.fingerprint)
      expect(documents).toBeGreaterThan(0)
    })

    test.each<[string, (rows: readonly string[]) => readonly string[], RegExp]>([
      [
        'a sale of which a letter was changed',
        (all) => all.map((row) => row.replace('Kopi', 'Teh!')),
        /hash was made of/,
      ],
      [
        'a document that was changed',
        (all) => all.map((row) => row.replace('"document":"', '"document":" ')),
        /hash was made of/,
      ],
      ['a line that was taken out', (all) => all.filter((_, at) => at !== 5), /the line before line \d+ is missing/],
      ['an end that was cut off', (all) => all.slice(0, -1), /its end is missing/],
      ['a row behind its end', (all) => [...all, all[4] ?? ''], /more behind its end/],
      ['a row without an end', (all) => [...all.slice(0, 3), 'x'.repeat(9_000_000), ...all.slice(3)], /cannot be read/],
    ])('is told from one with %s (SE2, AU1)', async (_, change, sentence) => {
      const { sound, findings } = await proved(change)
      expect(sound).toBe(false)
      expect(findings.join('\n')).toMatch(sentence)
    })

    test('of days on which nothing happened says so, and never overwrites a file', async () => {
      const file = fileOf('empty.ndjson')
      expect(await exportDocumentsToFile(reached(), { from: '2024-01-01', to: '2024-01-31', file })).toMatchObject({
        lines: 0,
      })
      expect(await verifyFile(file)).toMatchObject({ sound: true, lines: 0 })
      await expect(exportDocumentsToFile(reached(), { ...nearDays, file })).rejects.toThrow('choose another name')
      expect(await verifyFile(file)).toMatchObject({ sound: true, lines: 0 })
    })
  })
})
