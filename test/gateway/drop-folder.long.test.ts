import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Arrivals } from '../../electron/gateway/features/drop-folder/arrivals.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { type Body, document, invoice } from '../support/till.ts'

let place: string
let folder: string
let waits: number
let running: TestGateway | null
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-drop-'))
  folder = join(place, 'drop')
  waits = 0
  running = null
})
afterEach(async () => {
  await running?.close()
  rmSync(place, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<TestGateway> {
  const log = pino({ level: 'warn' }, { write: (line) => void (waits += line.includes('drop folder waits') ? 1 : 0) })
  running = await startGateway({
    dataDir: join(place, 'house'),
    env: { RESIT_DROP_DIR: folder, RESIT_DROP_LOOK_MS: '10', ...env },
    ports: { log },
  })
  return running
}

/** Writes a file as a till should: under another name first. */
function leave(name: string, content: Body | string): void {
  writeFileSync(join(place, 'writing'), typeof content === 'string' ? content : JSON.stringify(content))
  renameSync(join(place, 'writing'), join(folder, name))
}

const read = <Answer>(name: string): Answer | null =>
  existsSync(join(folder, name)) ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Answer) : null

const answerTo = (name: string) => () => read<WireRecord>(`${name}.answer.json`)
const refusalOf = (name: string) => () => read<WireProblem>(`${name}.refused.json`)
const names = () => readdirSync(folder).sort()

describe('a document that is left in the folder', () => {
  test('is submitted like any, and its answer stands beside it until the last word', async () => {
    await start()
    leave('R-1.json', `\ufeff${JSON.stringify(invoice('1'))}`)
    await expect.poll(answerTo('R-1.json')).toMatchObject({
      SALE_CODE: '1',
      STATUS: 'Valid',
      AUTHORITY: { VALIDATION_URL: /^http/ },
    })
    await expect.poll(names).toEqual(['R-1.json.answer.json', 'R-1.json.done'])
  })

  test('names its kind and family in its name', async () => {
    await start()
    leave('R-2.credit_note.json', document('sale', 'credit_note', '2'))
    leave('R-3.self_billed.invoice.json', document('self_billed', 'invoice', '3'))
    await expect.poll(answerTo('R-2.credit_note.json')).toMatchObject({ FAMILY: 'sale', KIND: 'credit_note' })
    await expect
      .poll(answerTo('R-3.self_billed.invoice.json'))
      .toMatchObject({ FAMILY: 'self_billed', KIND: 'invoice' })
  })

  test('that is a receipt for the month is not waited for', async () => {
    await start()
    leave('R-4.json', invoice('4', { BUYER: null, CONSOLIDATE: true }))
    await expect.poll(answerTo('R-4.json')).toMatchObject({ SALE_CODE: '4', STATUS: 'Pending', CONSOLIDATED: true })
    await expect.poll(names).toEqual(['R-4.json.answer.json', 'R-4.json.done'])
  })

  test('that is refused stands beside the reason, and is taken once it was mended', async () => {
    await start()
    leave('R-5.json', invoice('5', { CURRENCY_CODE: 'XXQ', EXCHANGE_RATE: 4 }))
    await expect.poll(refusalOf('R-5.json')).toMatchObject({
      status: 422,
      errors: [{ pointer: '/CURRENCY_CODE', code: 'unknown_code' }],
    })
    await expect.poll(names).toEqual(['R-5.json.refused', 'R-5.json.refused.json'])
    leave('R-5.json', invoice('5'))
    await expect.poll(answerTo('R-5.json')).toMatchObject({ STATUS: 'Valid' })
    await expect.poll(names).toEqual(['R-5.json.answer.json', 'R-5.json.done', 'R-5.json.refused'])
  })

  test('twice with the same content is one document', async () => {
    const { gateway } = await start()
    const sale = invoice('6')
    leave('R-6.json', sale)
    leave('copy.json', sale)
    await expect.poll(answerTo('R-6.json')).toMatchObject({ STATUS: 'Valid' })
    await expect
      .poll(answerTo('copy.json'))
      .toMatchObject({ SALE_GUID: read<WireRecord>('R-6.json.answer.json')?.SALE_GUID })
    expect(await gateway.store.records.changedAfter(0, { companyGuid: null }, 100)).toHaveLength(1)
  })

  test('is not touched while it may still be written to', async () => {
    await start()
    writeFileSync(join(folder, 'R-7.json'), '{"COMPANY_CODE":')
    writeFileSync(join(folder, 'R-8.json.tmp'), '{}')
    mkdirSync(join(folder, 'R-9.json'))
    symlinkSync('/etc/hostname', join(folder, 'R-10.json'))
    // The file is broken for so long that it cannot be a slow write.
    await expect.poll(refusalOf('R-7.json')).toMatchObject({ code: 'malformed_json' })
    expect(waits).toBeGreaterThan(0)
    await expect
      .poll(names)
      .toEqual(['R-10.json', 'R-7.json.refused', 'R-7.json.refused.json', 'R-8.json.tmp', 'R-9.json'])
  })

  test('is due at the second look at which it is the same, the older one first', async () => {
    mkdirSync(folder)
    const arrivals = new Arrivals(folder)
    writeFileSync(join(folder, 'a.json'), '{')
    expect(await arrivals.due()).toEqual([])
    writeFileSync(join(folder, 'a.json'), '{}')
    expect(await arrivals.due()).toEqual([])
    expect(await arrivals.due()).toEqual(['a.json'])
    arrivals.hold('a.json')
    expect(await arrivals.due()).toEqual(['a.json'])
    arrivals.hold('a.json')
    expect(await arrivals.due()).toEqual([])
  })

  test('may be larger than a submission may be: then nobody reads it', async () => {
    await start()
    leave('R-11.json', ' '.repeat(1024 * 1024 + 1))
    await expect.poll(refusalOf('R-11.json')).toMatchObject({ status: 413, code: 'body_too_large' })
  })
})

describe('the token of the folder', () => {
  test('is listed, may submit and read, and is the same after a restart', async () => {
    const first = await start({ RESIT_DROP_COMPANY: 'DEMO' })
    leave('R-1.json', invoice('1'))
    await expect.poll(answerTo('R-1.json')).toMatchObject({ STATUS: 'Valid' })
    const { companyGuid } = await first.gateway.store.companies
      .byCode('DEMO')
      .then((found) => found?.profile ?? { companyGuid: null })
    const made = { name: 'Drop folder', scopes: ['submit', 'read'], companyGuid, revokedAt: null }
    expect(await first.gateway.store.tokens.list()).toMatchObject([made])
    await first.close({ keep: true })
    const second = await start({ RESIT_DROP_COMPANY: 'DEMO' })
    leave('R-2.json', invoice('2'))
    await expect.poll(answerTo('R-2.json')).toMatchObject({ STATUS: 'Valid' })
    expect(await second.gateway.store.tokens.list()).toMatchObject([made])
  })

  test('bound to a company takes no other company’s documents', async () => {
    const { gateway } = await start({ RESIT_DROP_COMPANY: 'DEMO' })
    const company = await gateway.store.companies.byCode('DEMO')
    if (!company) throw new Error('practice mode has a company')
    const profile = { ...company.profile, companyCode: 'OTHER', companyGuid: '22222222-2222-4222-8222-222222222222' }
    await gateway.store.companies.save({ ...company, profile }, 'test')
    leave('R-1.json', invoice('1', { COMPANY_CODE: 'OTHER' }))
    await expect
      .poll(refusalOf('R-1.json'))
      .toMatchObject({ errors: [{ pointer: '/COMPANY_CODE', code: 'company_unknown' }] })
  })

  test('once revoked leaves every document where it is', async () => {
    const { gateway } = await start()
    leave('R-1.json', invoice('1'))
    await expect.poll(answerTo('R-1.json')).toMatchObject({ STATUS: 'Valid' })
    const [token] = await gateway.store.tokens.list()
    const authorization = { authorization: `Bearer ${gateway.controlToken}`, 'content-type': 'application/json' }
    await fetch(`http://127.0.0.1:${running?.port}/operator/v1/tokens/revocation`, {
      method: 'POST',
      headers: authorization,
      body: JSON.stringify({ id: token?.id }),
    })
    const before = waits
    leave('R-2.json', invoice('2'))
    await expect.poll(() => waits).toBeGreaterThan(before + 1)
    expect(readdirSync(folder).sort()).toEqual(['R-1.json.answer.json', 'R-1.json.done', 'R-2.json'])
  })
})

describe('a folder that cannot be watched ends the start with what to change', () => {
  test.each([
    ['whose parent is not there', () => ({ RESIT_DROP_DIR: join(place, 'nowhere', 'drop') }), /cannot be made/],
    ['inside the data directory', () => ({ RESIT_DROP_DIR: join(place, 'house', 'drop') }), /outside the data/],
    ['of a company that is not there', () => ({ RESIT_DROP_COMPANY: 'NONE' }), /no company “NONE”/],
    ['that is named by nothing', () => ({ RESIT_DROP_DIR: '' }), /names no directory/],
  ])('%s', async (_, env, words) => {
    await expect(start(env())).rejects.toThrow(words)
  })
})
