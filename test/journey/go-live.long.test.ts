import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandBeside } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { faultsOf, pins, send, tryPin } from '../support/people.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { liveCompany, type Sandbox, startSandbox } from '../support/sandbox.ts'
import { customer, invoice } from '../support/till.ts'

let sandbox: Sandbox
let dataDir: string
let gateway: GatewayProcess
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-go-live-'))
  env = { ...(brisk as Record<string, string>), RESIT_MYINVOIS_API_URL: sandbox.url }
  gateway = await spawnGateway(dataDir, env)
})
afterEach(async () => {
  await gateway.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const operator = '/operator/v1'
const inSandbox = `${operator}/installations/sandbox`
const withPin = { 'x-owner-pin': pins.Aminah }

/** Makes the first owner in practice mode. @returns a session token */
async function beOwner(): Promise<string> {
  const bearer = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const body = { name: 'Aminah', role: 'owner', pin: pins.Aminah }
  expect((await send(gateway, 'POST', `${operator}/people`, { bearer, body })).status).toBe(200)
  return signIn()
}

async function signIn(): Promise<string> {
  const { status, body } = await tryPin(gateway, 'Aminah', pins.Aminah)
  expect(status).toBe(200)
  return String(body['token'])
}

const post = (bearer: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(gateway, 'POST', path, { bearer, body, headers })

const credentials = () => ({
  COMPANY_CODE: liveCompany.COMPANY_CODE,
  CLIENT_ID: sandbox.clientId,
  CLIENT_SECRET: sandbox.clientSecret,
})

/** Sets company and credentials, and checks them. */
async function prepare(bearer: string, more: object = {}): Promise<void> {
  expect((await post(bearer, `${inSandbox}/company`, liveCompany, withPin)).status).toBe(200)
  expect((await post(bearer, `${inSandbox}/credentials`, { ...credentials(), ...more }, withPin)).status).toBe(200)
  const checked = await post(bearer, `${inSandbox}/check`, {})
  expect(checked.body).toMatchObject({ verdict: 'good' })
}

const modeNow = async () => {
  const told = await send(gateway, 'GET', `${operator}/setup`).catch(() => null)
  return told?.body['mode']
}

async function choose(bearer: string, installation: string): Promise<void> {
  const chosen = await post(bearer, `${operator}/installations/choice`, { installation }, withPin)
  expect(chosen.body).toEqual({ installation })
  await expect.poll(modeNow).toBe(installation)
}

/** Sells for this company, which is not the company of practice. */
async function sell(bearer: string, company: string): Promise<string> {
  const token = { name: 'Till 1', scopes: ['submit', 'read'], company }
  const made = await post(bearer, `${operator}/tokens`, token, withPin)
  const till = String(made.body['token'])
  const BUYER = company === 'DEMO' ? customer : { ...customer, TIN: 'C31415926530', ID_NUMBER: '201501010101' }
  const sale = invoice('LIVE-1', { COMPANY_CODE: company, BUYER })
  const kept = await send(gateway, 'POST', '/v1/sale/invoice_submission', { bearer: till, body: sale })
  expect(kept.status).toBe(202)
  const asked = { bearer: till, headers: { sale_guid: String(kept.body['SALE_GUID']) } }
  const status = async () => (await send(gateway, 'GET', '/v1/sale/invoice_checkstatus/by_guid', asked)).body['STATUS']
  await expect.poll(status).toBe('Valid')
  return till
}

describe('an owner goes live with nothing but the screens’ own calls', () => {
  test('from practice to the sandbox and back: each keeps its sales, its people and its port', async () => {
    const practiceOwner = await beOwner()
    await sell(practiceOwner, 'DEMO')
    await prepare(practiceOwner)
    await choose(practiceOwner, 'sandbox')
    expect(await send(gateway, 'GET', `${operator}/companies`, { bearer: practiceOwner })).toMatchObject({
      status: 401,
    })
    const owner = await signIn()
    const { body } = await send(gateway, 'GET', `${operator}/companies`, { bearer: owner })
    expect(body).toMatchObject({ items: [{ COMPANY_CODE: 'KEDAI', HAS_CREDENTIALS: true }] })
    await sell(owner, 'KEDAI')
    // The command line uses the installation that the owner changed to.
    const listed = await commandBeside(dataDir, ['company', 'list', '--json'], { env })
    expect(listed.stdout).toContain('KEDAI')

    await gateway.stop()
    gateway = await spawnGateway(dataDir, env)
    expect(await modeNow()).toBe('sandbox')
    await choose(await signIn(), 'practice')
    const again = await send(gateway, 'GET', `${operator}/companies`, { bearer: await signIn() })
    expect(again.body).toMatchObject({ items: [{ COMPANY_CODE: 'DEMO' }] })
  })

  test('people keep their PINs and outlets, tills their keys, and the backup its place', async () => {
    const practiceOwner = await beOwner()
    const make = (body: object) => post(practiceOwner, `${operator}/people`, body, withPin)
    const outlets = [{ company: 'DEMO', outlet: 'KLCC' }]
    expect((await make({ name: 'Siti', role: 'cashier', pin: pins.Siti, outlets })).status).toBe(200)
    const ravi = await make({ name: 'Ravi', role: 'cashier', pin: pins.Ravi })
    await post(practiceOwner, `${operator}/people/${String(ravi.body['id'])}/disable`, {}, withPin)
    const farid = await make({ name: 'Farid', role: 'supervisor' })
    const token = { name: 'Till 1', scopes: ['submit', 'read'], company: 'DEMO' }
    const till = String((await post(practiceOwner, `${operator}/tokens`, token, withPin)).body['token'])
    const stick = join(dataDir, 'stick')
    const plan = { folder: stick, daily_at: '21:45' }
    expect((await post(practiceOwner, `${operator}/backup/plan`, plan, withPin)).status).toBe(200)
    await prepare(practiceOwner)
    await choose(practiceOwner, 'sandbox')

    const owner = await signIn()
    const people = await send(gateway, 'GET', `${operator}/people`, { bearer: owner })
    expect(people.body['items']).toEqual([
      expect.objectContaining({ name: 'Aminah', role: 'owner' }),
      expect.objectContaining({ name: 'Siti', role: 'cashier', outlets: [{ company: 'KEDAI', outlet: 'KLCC' }] }),
      expect.objectContaining({ name: 'Farid', role: 'supervisor', one_time_code_until: expect.any(String) }),
    ])
    expect((await tryPin(gateway, 'Siti', pins.Siti)).status).toBe(200)
    const first = { operator: 'Farid', one_time_code: farid.body['one_time_code'], pin: '314159' }
    expect((await send(gateway, 'POST', `${operator}/sign_in/code`, { body: first })).status).toBe(200)
    expect((await send(gateway, 'GET', '/v1/version', { bearer: till })).status).toBe(200)
    const BUYER = { ...customer, TIN: 'C31415926530', ID_NUMBER: '201501010101' }
    const sell = (COMPANY_CODE: string) => {
      const body = invoice(`CARRIED-${COMPANY_CODE}`, { COMPANY_CODE, BUYER })
      return send(gateway, 'POST', '/v1/sale/invoice_submission', { bearer: till, body })
    }
    // A till that still names the company of practice sends nothing real.
    expect((await sell('DEMO')).status).toBeGreaterThanOrEqual(400)
    expect((await sell('KEDAI')).status).toBe(202)
    const there = await send(gateway, 'GET', `${operator}/backup/plan`, { bearer: owner })
    expect(there.body).toMatchObject(plan)
  })

  test('without internet the check says so and not that the access is wrong', async () => {
    const owner = await beOwner()
    await gateway.stop()
    gateway = await spawnGateway(dataDir, { ...env, RESIT_MYINVOIS_API_URL: 'http://127.0.0.1:9' })
    const again = await signIn()
    expect(owner).not.toBe(again)
    expect((await post(again, `${inSandbox}/company`, liveCompany, withPin)).status).toBe(200)
    expect((await post(again, `${inSandbox}/credentials`, credentials(), withPin)).status).toBe(200)
    const checked = await post(again, `${inSandbox}/check`, {})
    expect(checked.body).toMatchObject({ verdict: 'warning' })
    expect(checked.body['checks']).toContainEqual(
      expect.objectContaining({
        name: 'authority KEDAI',
        verdict: 'warning',
        message: expect.stringContaining('internet'),
      }),
    )
  })

  test('with a certificate its documents are signed', async () => {
    const owner = await beOwner()
    const { pkcs12, password } = sandbox.certificate
    const wrong = { ...credentials(), CERTIFICATE: pkcs12, CERTIFICATE_PASSWORD: 'salah' }
    expect((await post(owner, `${inSandbox}/company`, liveCompany, withPin)).status).toBe(200)
    const refused = await post(owner, `${inSandbox}/credentials`, wrong, withPin)
    expect(faultsOf(refused)).toEqual(['/CERTIFICATE_PASSWORD wrong_certificate_password'])
    await prepare(owner, { CERTIFICATE: pkcs12, CERTIFICATE_PASSWORD: password })
    await choose(owner, 'sandbox')
    await sell(await signIn(), 'KEDAI')
    const { CLIENT_SECRET } = credentials()
    const kept = readFileSync(join(dataDir, 'installations.json'), 'utf8')
    expect(kept).toContain('"hasCertificate":true')
    expect(kept).not.toContain(CLIENT_SECRET)
    expect(kept).not.toContain(password)
    if (process.platform !== 'win32') {
      expect(statSync(join(dataDir, 'installations.json')).mode & 0o777).toBe(0o600)
      expect(statSync(join(dataDir, 'sandbox')).mode & 0o777).toBe(0o700)
    }
  })

  test('nothing begins there before everything is good, and nobody but an owner with the PIN begins it', async () => {
    const owner = await beOwner()
    const ask = { installation: 'sandbox' }
    expect((await post(owner, `${operator}/installations/choice`, ask)).status).toBe(403)
    const early = await post(owner, `${operator}/installations/choice`, ask, withPin)
    expect(early).toMatchObject({ status: 409, body: { code: 'installation_denied' } })
    const odd = { ...liveCompany, TIN: 'C12', ADDRESS: { ...liveCompany.ADDRESS, POSTCODE: '3000' } }
    expect(faultsOf(await post(owner, `${inSandbox}/company`, odd, withPin))).toEqual([
      '/TIN bad_tin',
      '/ADDRESS/POSTCODE bad_postcode',
    ])
    expect(
      (await post(owner, `${inSandbox}/company`, { ...liveCompany, ID_NUMBER: '201501010101' }, withPin)).status,
    ).toBe(200)
    expect((await post(owner, `${inSandbox}/credentials`, credentials())).status).toBe(403)
    const secret = { ...credentials(), CLIENT_SECRET: 'not it' }
    expect((await post(owner, `${inSandbox}/credentials`, secret, withPin)).status).toBe(200)
    expect((await post(owner, `${inSandbox}/check`, {})).body).toMatchObject({ verdict: 'bad' })
    expect((await post(owner, `${inSandbox}/credentials`, credentials(), withPin)).status).toBe(200)
    const checked = await post(owner, `${inSandbox}/check`, {})
    expect(checked.body['checks']).toContainEqual(expect.objectContaining({ name: 'tin', verdict: 'bad' }))
    const still = await post(owner, `${operator}/installations/choice`, ask, withPin)
    expect(still).toMatchObject({ status: 409, body: { code: 'installation_denied' } })
    expect(await modeNow()).toBe('practice')
  })

  test('what was started once is set up on its own screens; what cannot be started leaves everything as it was', async () => {
    const owner = await beOwner()
    await prepare(owner)
    await choose(owner, 'sandbox')
    await choose(await signIn(), 'practice')
    const back = await signIn()
    expect((await post(back, `${inSandbox}/company`, liveCompany, withPin)).status).toBe(409)
    writeFileSync(join(dataDir, 'sandbox', 'resit.db'), 'no database')
    const chosen = await post(back, `${operator}/installations/choice`, { installation: 'sandbox' }, withPin)
    expect(chosen.status).toBe(200)
    await expect.poll(() => gateway.stderr()).toContain('goes on where it was')
    await expect.poll(modeNow).toBe('practice')
    expect((await tryPin(gateway, 'Aminah', pins.Aminah)).status).toBe(200)
  })
})

test('an owner puts a backup back on the screens; what is none changes nothing and is told', async () => {
  const owner = await beOwner()
  const file = join(dataDir, 'copy.db')
  expect((await post(owner, `${operator}/backup`, { file })).status).toBe(200)
  const restoredNow = async () => {
    const entered = await tryPin(gateway, 'Aminah', pins.Aminah).catch(() => null)
    const bearer = String(entered?.body['token'])
    const shown = await send(gateway, 'GET', `${operator}/installations`, { bearer }).catch(() => null)
    return shown?.body['restored']
  }
  expect((await post(owner, `${operator}/restore`, { file })).status).toBe(403)
  const other = join(dataDir, 'other.db')
  writeFileSync(other, 'no database')
  expect((await post(owner, `${operator}/restore`, { file: other }, withPin)).status).toBe(200)
  await expect.poll(restoredNow).toMatchObject({ file: other, refusal: 'not_ours' })
  expect((await post(await signIn(), `${operator}/restore`, { file }, withPin)).status).toBe(200)
  await expect.poll(restoredNow).toMatchObject({ file, refusal: null })
  expect(readdirSync(dataDir).some((name) => name.includes('set-aside'))).toBe(true)
})

test('where an administrator named the authority nothing can be chosen, and a choice that cannot be read starts nothing', async () => {
  await gateway.stop()
  writeFileSync(join(dataDir, 'installations.json'), '{')
  await expect(spawnGateway(dataDir, env)).rejects.toMatchObject({ exitCode: 2 })
  gateway = await spawnGateway(dataDir, { ...env, RESIT_AUTHORITY: 'practice' })
  const owner = await beOwner()
  const shown = await send(gateway, 'GET', `${operator}/installations`, { bearer: owner })
  expect(shown.body).toMatchObject({ here: null })
  expect((await post(owner, `${inSandbox}/company`, liveCompany, withPin)).body.code).toBe('installation_denied')
  expect(existsSync(join(dataDir, 'sandbox'))).toBe(false)
})
