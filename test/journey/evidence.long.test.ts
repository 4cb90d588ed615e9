import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromBuffer, type ZipFile } from 'yauzl'
import { checkPack } from '../../electron/gateway/features/evidence/check-pack.ts'
import { manifest } from '../../electron/gateway/features/evidence/manifest.ts'
import { writePack } from '../../electron/gateway/features/evidence/write-pack.ts'
import { firstPlace } from '../../electron/gateway/store/journal/files.ts'
import { walk } from '../../electron/gateway/store/journal/walk.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { coffee, customer, invoice } from '../support/till.ts'

const today = dayOf(Date.now(), 'Asia/Kuala_Lumpur')

/** Whoever finds one of these in a pack has found somebody. */
const canary = {
  ...customer,
  NAME: 'Kenari Kuning binti Burung',
  TIN: 'C99999999990',
  ID_NUMBER: '197001017777',
  PHONE: '+60199998888',
  EMAIL: 'kenari@burung.example',
  ADDRESS: { ...(customer['ADDRESS'] as object), LINES: ['77 Lorong Kenari'] },
}
const songs = [/kenari/i, /C99999999990/, /197001017777/, /60199998888/, /burung/i, /Nasi Rahsia/]

const patience = { interval: 100 }

// Every command is a process of its own.
let dataDir: string
let gateway: GatewayProcess
let token: string
const pack = (name: string) => join(dataDir, name)

const resit = (...args: readonly string[]) => command(dataDir, args)

async function ask(path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

async function sell(code: string, more: object, ...ends: readonly string[]): Promise<string> {
  const { status, body } = await ask('/v1/sale/invoice_submission', invoice(code, { ...more }))
  expect(status).toBe(202)
  const sale_guid = String(body['SALE_GUID'])
  const shown = async () => (await ask('/v1/sale/invoice_checkstatus/by_guid', undefined, { sale_guid })).body['STATUS']
  await vi.waitFor(async () => expect(ends).toContain(await shown()), patience)
  return sale_guid
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-evidence-'))
  gateway = await spawnGateway(dataDir, { ...brisk, RESIT_REQUEST_TIMEOUT_MS: '500', RESIT_LOG_LEVEL: 'fatal' })
  token = readFileSync(join(dataDir, 'control.token'), 'utf8')
  await sell('e1', { LINES: [{ ...coffee, DESCRIPTION: 'Nasi Rahsia' }] }, 'Valid')
  // The authority repeats whom it does not know.
  await sell('e2', { BUYER: canary }, 'Invalid')
  await ask('/operator/v1/practice/fault', { kind: 'away', how: 'dropped' })
  const { body } = await ask('/v1/sale/invoice_submission', invoice('e3'))
  const sale_guid = String(body['SALE_GUID'])
  const ended = async () => {
    const { body: shown } = await ask(`/operator/v1/records/${sale_guid}`)
    return (shown['attempts'] as readonly { readonly finished_at: unknown }[]).filter(
      ({ finished_at }) => finished_at !== null,
    )
  }
  await vi.waitFor(async () => expect(await ended()).not.toEqual([]), patience)
  await ask('/operator/v1/practice/fault', { kind: 'none' })
  const shown = async () => (await ask('/v1/sale/invoice_checkstatus/by_guid', undefined, { sale_guid })).body['STATUS']
  await vi.waitFor(async () => expect(await shown()).toBe('Valid'), patience)
  await ask('/operator/v1/journal/seal', {})
})
afterAll(async () => {
  await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Every file of a pack, read by somebody else's reader of zips. */
function filesIn(path: string): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, string>()
    fromBuffer(readFileSync(path), { lazyEntries: true }, (cause, zip: ZipFile) => {
      if (cause) return reject(cause)
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(chunks).toString('utf8'))
            zip.readEntry()
          })
        })
      })
      zip.on('end', () => resolve(files))
      zip.readEntry()
    })
  })
}

interface AttemptRow {
  readonly document_number: string
  readonly document_sha256: string
  readonly outcome: string
  readonly reason: string | null
}

describe('evidence of a day', () => {
  let files: ReadonlyMap<string, string>
  const json = <Row>(name: string): readonly Row[] => JSON.parse(files.get(name) ?? '[]') as readonly Row[]

  beforeAll(async () => {
    const made = resit('evidence', '--from', today, '--to', today, pack('day.zip'))
    expect(made).toMatchObject({ status: 0, stderr: '' })
    files = await filesIn(pack('day.zip'))
  })

  test('is made while the gateway works, and proves itself without it', () => {
    const checked = resit('evidence-check', pack('day.zip'), '--json')
    const said = JSON.parse(checked.stdout) as Record<string, unknown>
    expect(checked.status).toBe(0)
    expect(said).toMatchObject({ sound: true, findings: [], from: today, to: today })
    expect(said['anchor_line']).toBeGreaterThan(0)
    expect(said['open_lines']).toBeGreaterThan(3)
    expect(said['lines']).toBeGreaterThan(said['open_lines'] as number)
  })

  test('has every attempt and what came of it, the outage, the clock and how to check it all', () => {
    const attempts = json<AttemptRow>('attempts.json')
    const of = (code: string) => attempts.filter((row) => row.document_number === `KLCC-T1-A-${code}`)
    expect(of('e1').map(({ outcome }) => outcome)).toEqual(['accepted'])
    expect(of('e3').map(({ outcome }) => outcome)).toContain('accepted')
    const csv = files.get('attempts.csv') ?? ''
    expect(csv.trim().split('\r\n')).toHaveLength(attempts.length + 1)
    const spells = json<{ readonly standing: string }>('connectivity.json').map(({ standing }) => standing)
    expect(spells).toEqual(['reached', 'not_reached', 'reached'])
    expect(json('clock.json').length).toBeGreaterThan(1)
    for (const name of ['README.txt', 'README.ms.txt', 'README.zh.txt']) {
      expect(files.get(name)).toContain('resit evidence-check')
      expect(files.get(name)).not.toMatch(/\{\{|undefined/)
    }
    expect(json<{ readonly sign: string }>('clock.json').map(({ sign }) => sign)).toContain('stood')
  })

  test('names nobody: of whoever bought, and what, no word is in any of its files', () => {
    for (const [name, text] of files)
      for (const song of songs)
        expect({ name, text }).not.toMatchObject({ text: expect.stringMatching(song) as string })
    // The canary sings in the journal itself, or this would prove nothing.
    const said = [...walk(join(dataDir, 'journal'), firstPlace)].map(({ frame }) => String(frame.rest))
    for (const song of songs) expect(said.join()).toMatch(song)
  })

  test('with one byte changed is refused, and the file it is in is named', async () => {
    const bytes = readFileSync(pack('day.zip'))
    const flipped = (name: string): Buffer => {
      const changed = Buffer.from(bytes)
      const at = bytes.indexOf(name) + Buffer.byteLength(name) + 12
      changed[at] = (changed[at] ?? 0) ^ 0x10
      return changed
    }
    for (const name of files.keys()) {
      writeFileSync(pack('flipped.zip'), flipped(name))
      expect((await checkPack(pack('flipped.zip'))).findings[0]).toMatch(new RegExp(`^${name}: `))
    }
    writeFileSync(pack('changed.zip'), flipped('chain.ndjson'))
    const checked = resit('evidence-check', pack('changed.zip'))
    expect(checked).toMatchObject({ status: 1, stdout: expect.stringContaining('chain.ndjson: ') as string })
  })

  test('with the documents has everything as it was sent, proved line by line, and masks nothing', async () => {
    const made = resit('evidence', '--from', today, '--to', today, '--documents', pack('whole.zip'))
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(made.stdout).toContain('whole documents with names and numbers')
    const whole = await filesIn(pack('whole.zip'))
    const lines = (whole.get('chain.ndjson') ?? '').trim().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as { readonly body?: string; readonly document?: string })
    const sent = (JSON.parse(whole.get('attempts.json') ?? '[]') as readonly AttemptRow[]).map(
      (row) => row.document_sha256,
    )
    const documents = rows.flatMap(({ document }) => document ?? [])
    expect(documents.map((text) => hash('sha256', text)).toSorted()).toEqual(sent.toSorted())
    expect(documents.join()).toContain('Nasi Rahsia')
    expect(rows.flatMap(({ body }) => body ?? []).filter((body) => body.includes(canary.NAME))).toHaveLength(1)
    const checked = JSON.parse(resit('evidence-check', pack('whole.zip'), '--json').stdout) as Record<string, unknown>
    expect(checked).toMatchObject({ sound: true, findings: [], lines: lines.length, open_lines: lines.length })
    for (const name of ['README.txt', 'README.ms.txt', 'README.zh.txt'])
      expect(whole.get(name)).not.toMatch(/\{\{|undefined|masked|disembunyikan|遮盖/)
  })

  test('with the documents is refused where a forger changed what a till or the gateway sent, and every sum with it', async () => {
    const whole = await filesIn(pack('whole.zip'))
    const { members: _, ...said } = manifest.parse(JSON.parse(whole.get('manifest.json') ?? ''))
    const forge = async (change: (chain: string) => string) => {
      const members = [...whole].filter(([name]) => name !== 'manifest.json')
      const forged = members.map(([name, text]) => ({ name, text: [name === 'chain.ndjson' ? change(text) : text] }))
      await writePack(pack('forged.zip'), forged, (members) => ({ ...said, members: [...members] }))
      return (await checkPack(pack('forged.zip'))).findings
    }
    expect(await forge((chain) => chain)).toEqual([])
    const isOfAnother = expect.stringContaining('it does not say what its hash was made of') as string
    const canaryInBody = (chain: string) => chain.replace(/("body":".*?)Kenari Kuning/, '$1Murai Merah')
    const riceInDocument = (chain: string) => chain.replace(/("document":".*?)Nasi Rahsia/, '$1Nasi Biasa')
    const withoutDocument = (chain: string) => chain.replace(/,"document":"(?:[^"\\]|\\.)*"/, '')
    for (const change of [canaryInBody, riceInDocument, withoutDocument])
      expect(await forge(change)).toContainEqual(isOfAnother)
  })

  test('is made at rest too, and of days on which nothing happened says so', async () => {
    expect(await gateway.stop()).toBe(0)
    expect(resit('evidence', '--from', today, '--to', today, pack('rest.zip')).status).toBe(0)
    expect(resit('evidence-check', pack('rest.zip')).stdout).toContain('Everything agrees.')
    const none = resit('evidence', '--from', '2020-01-01', '--to', '2020-01-31', pack('none.zip'))
    expect(none).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Nothing happened on these days.') as string,
    })
    const nothing = resit('evidence', '--from', '2020-01-01', '--to', '2020-01-31', '--documents', pack('nothing.zip'))
    expect(nothing.stdout).not.toContain('whole documents')
    expect((await filesIn(pack('none.zip'))).get('attempts.json')).toBe('[]\n')
    expect(resit('evidence-check', pack('none.zip')).status).toBe(0)
    expect(resit('evidence', '--from', today, '--to', today, pack('none.zip'))).toMatchObject({ status: 2 })
  })
})
