import { spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { companyGuid, invoice } from '../support/till.ts'
import { type LossyWay, startLossyWay } from './lossy-way.ts'

/** What each client must do. Its trial prints a line for each. */
const trials = [
  'a retry makes no second document',
  'a document is kept with its SALE_GUID before it is sent',
  'the last word is waited for',
  'errors are types',
  'the change feed goes on where it was',
  'a taxpayer is checked',
  'void or cancel by NEXT_ACTION',
  'all pages of a range are read',
  'webhooks are proven',
  'the gateway proves itself before it sees the token',
]

interface Language {
  readonly name: string
  /** Programs that must be installed. */
  readonly needs: readonly (readonly [string, string])[]
  readonly build?: (out: string) => readonly string[]
  readonly run: (out: string) => readonly string[]
}

const languages: readonly Language[] = [
  { name: 'typescript', needs: [], run: () => [process.execPath, 'clients/typescript/resit-trial.ts'] },
  {
    name: 'python',
    needs: [['python3', '--version']],
    run: () => ['python3', 'clients/python/resit-trial.py'],
  },
  { name: 'php', needs: [['php', '--version']], run: () => ['php', 'clients/php/resit-trial.php'] },
  {
    name: 'java',
    needs: [
      ['javac', '-version'],
      ['java', '-version'],
    ],
    build: (out) => [
      'javac',
      '-Xlint:all',
      '-Werror',
      '-d',
      out,
      'clients/java/Json.java',
      'clients/java/Resit.java',
      'clients/java/ResitTrial.java',
    ],
    run: (out) => ['java', '-cp', out, 'example.resit.ResitTrial'],
  },
]

const missingOf = ({ needs }: Language) =>
  needs.filter(([program, flag]) => spawnSync(program, [flag]).status !== 0).map(([program]) => program)

let shop: TestGateway
let idle: TestGateway
let way: LossyWay
let idleWay: LossyWay
let out: string
beforeAll(async () => {
  shop = await startGateway()
  idle = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  way = await startLossyWay(shop.port)
  idleWay = await startLossyWay(idle.port)
  out = mkdtempSync(join(tmpdir(), 'resit-clients-'))
})
afterAll(async () => {
  await Promise.all([way.close(), idleWay.close()])
  await Promise.all([shop.close(), idle.close()])
  rmSync(out, { recursive: true, force: true })
})

const dayOf = (daysAway: number) => new Date(Date.now() + daysAway * 86_400_000).toISOString().slice(0, 10)

/** A message in the form of the Standard Webhooks specification, made without our code. */
function webhook() {
  const secretBytes = randomBytes(32)
  const saleGuid = '6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f506'
  const body = JSON.stringify({ type: 'record.changed', data: { SALE_GUID: saleGuid, OUTLET_NAME: 'Kedai Señor' } })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secretBytes).update(`msg_1.${timestamp}.${body}`).digest('base64')
  return {
    secret: `whsec_${secretBytes.toString('base64')}`,
    other_secret: `whsec_${randomBytes(32).toString('base64')}`,
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${signature}` },
    body,
    sale_guid: saleGuid,
  }
}

async function run([program = '', ...args]: readonly string[], trial?: object) {
  const child = spawn(program, args, {
    // Java uses the locale of the machine, which may have none.
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      PYTHONDONTWRITEBYTECODE: '1',
      ...(trial && { RESIT_TRIAL: JSON.stringify(trial) }),
    },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { stdout, stderr }
}

const usable = languages.filter((language) => {
  const missing = missingOf(language)
  if (missing.length > 0)
    console.warn(`SKIPPED: the ${language.name} client is not tried: ${missing.join(' and ')} cannot be run here`)
  return missing.length === 0
})

test.each(usable)('the $name client does what a till needs of it', async (language) => {
  if (language.build) {
    const built = await run(language.build(out))
    expect(built.stderr).toBe('')
  }
  // If the trial is started without its arguments, it says what it needs.
  const alone = await run(language.run(out))
  expect(alone).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/^\S.* sets RESIT_TRIAL; README\.md has a first program\.\n$/) as unknown,
  })
  const { stdout, stderr } = await run(language.run(out), {
    lossy_url: way.url,
    token: await shop.token(),
    idle_url: idleWay.url,
    idle_direct_url: idle.baseUrl,
    idle_token: await idle.token(),
    company_guid: companyGuid,
    from: dayOf(-1),
    to: dayOf(1),
    sale: invoice(language.name),
    webhook: webhook(),
  })
  expect([stdout.trim().split('\n'), stderr]).toEqual([trials.map((trial) => `ok ${trial}`), ''])
  // Although answers were lost, there is only one document of this sale.
  const stored = await shop.gateway.store.records.changedAfter(0, { companyGuid: null }, 100)
  expect(stored.filter(({ record }) => record.saleCode === language.name)).toHaveLength(1)
})
