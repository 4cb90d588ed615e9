import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../build/root.ts'
import { buildFullOpenApi } from '../../shared/api/openapi/reference.ts'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'

/** A till that knows only the client that a generator made from the reference. */
const till = `
import type { components, paths } from './api.ts'

type Sale = components['schemas']['SaleInvoice']
type Call = paths['/v1/sale/invoice_submission']['post']
type Answer = Call['responses'][202]['content']['application/json']
type Problem = components['schemas']['Problem']

const sale: Sale = {
  COMPANY_CODE: 'DEMO', OUTLET_NAME: 'KLCC', TERMINAL_NAME: 'T1', SHIFT_CODE: 'GEN', SALE_CODE: '1', ISSUED_AT: new Date().toISOString(),
  BUYER: { NAME: 'Syarikat Pelanggan Sdn. Bhd.', TIN: 'C25845632020', ID_TYPE: 'BRN', ID_NUMBER: '201901234567', PHONE: '+60387654321',
    ADDRESS: { LINES: ['12 Jalan Rumah'], CITY: 'Shah Alam', POSTCODE: '40000', STATE_CODE: '10', COUNTRY_CODE: 'MYS' } },
  LINES: [{ DESCRIPTION: 'Kopi O', CLASSIFICATION_CODES: ['022'], QUANTITY: '2', UNIT_CODE: 'C62', UNIT_PRICE: '3.50', TAXES: [{ TAX_TYPE: '02', RATE: '6' }] }],
}
// An amount has one type, not a union for every field.
const price: string = sale.LINES[0]!.UNIT_PRICE

const headers = { authorization: \`Bearer \${process.env['TOKEN']}\`, 'content-type': 'application/json', prefer: 'wait=20' }
const response = await fetch(\`\${process.env['GATEWAY']}/v1/sale/invoice_submission\`, { method: 'POST', headers, body: JSON.stringify(sale) })
if (response.status !== 202) throw new Error(((await response.json()) as Problem).detail)
const record = (await response.json()) as Answer
console.log(record.STATUS, record.TOTAL_PAYABLE, record.NEXT_ACTION.ACTION, price)
`

/** The same calls with the client of another generator. */
const callingTill = (call: string) => `
import { client } from './sdk/client.gen.ts'
import { ${call} } from './sdk/sdk.gen.ts'
import type { SaleInvoice } from './sdk/types.gen.ts'

const body: SaleInvoice = {
  COMPANY_CODE: 'DEMO', OUTLET_NAME: 'KLCC', TERMINAL_NAME: 'T1', SHIFT_CODE: 'GEN', SALE_CODE: '2', ISSUED_AT: new Date().toISOString(),
  BUYER: { NAME: 'Syarikat Pelanggan Sdn. Bhd.', TIN: 'C25845632020', ID_TYPE: 'BRN', ID_NUMBER: '201901234567', PHONE: '+60387654321',
    ADDRESS: { LINES: ['12 Jalan Rumah'], CITY: 'Shah Alam', POSTCODE: '40000', STATE_CODE: '10', COUNTRY_CODE: 'MYS' } },
  LINES: [{ DESCRIPTION: 'Kopi O', CLASSIFICATION_CODES: ['022'], QUANTITY: '2', UNIT_CODE: 'C62', UNIT_PRICE: '3.50', TAXES: [{ TAX_TYPE: '02', RATE: '6' }] }],
}
client.setConfig({ baseUrl: process.env['GATEWAY']!, auth: process.env['TOKEN']! })
const { data, error } = await ${call}({ body, headers: { Prefer: 'wait=20' } })
if (!data) throw new Error(JSON.stringify(error))
// Only a call that asks to check and keep nothing gets the other answer.
if ('CHECK_ONLY' in data) throw new Error('nothing was kept')
console.log(data.STATUS, data.TOTAL_PAYABLE, data.NEXT_ACTION.ACTION)
`

const options = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    skipLibCheck: false,
    allowImportingTsExtensions: true,
    types: ['node'],
  },
  include: ['*.ts', 'sdk/**/*.ts'],
}

let folder: string
let gateway: GatewayProcess
let token: string
beforeAll(async () => {
  // In the project's folder, where the compiler finds the types of Node; not in node_modules, where Node strips no
  // types.
  const place = join(root, 'reports')
  mkdirSync(place, { recursive: true })
  folder = mkdtempSync(join(place, 'client-'))
  gateway = await spawnGateway(join(folder, 'data'), { ...brisk, RESIT_LOG_LEVEL: 'error' })
  const made = command(join(folder, 'data'), ['token', 'create', '--name', 'G', '--scopes', 'submit,read', '--json'])
  ;({ token } = JSON.parse(made.stdout) as { readonly token: string })
})
afterAll(async () => {
  await gateway.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('the client that openapi-typescript generates compiles strictly and makes a sale', async () => {
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(JSON.stringify(buildFullOpenApi()))))
  writeFileSync(join(folder, 'till.ts'), till)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const compiled = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' })
  expect({ status: compiled.status, said: compiled.stdout }).toEqual({ status: 0, said: '' })
  const env = { ...process.env, TOKEN: token, GATEWAY: `http://127.0.0.1:${gateway.port}` }
  const sold = spawnSync(process.execPath, [join(folder, 'till.ts')], { encoding: 'utf8', env })
  expect(sold).toMatchObject({ status: 0, stdout: 'Valid 7.42 cancel 3.50\n' })
})

test('the client that hey-api generates compiles strictly and makes a sale', async () => {
  const sdk = join(folder, 'hey')
  mkdirSync(sdk)
  writeFileSync(join(sdk, 'openapi.json'), JSON.stringify(buildFullOpenApi()))
  await createClient({
    input: join(sdk, 'openapi.json'),
    output: { path: join(sdk, 'sdk'), module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  })
  const [before = ''] = readFileSync(join(sdk, 'sdk', 'sdk.gen.ts'), 'utf8').split("url: '/v1/sale/invoice_submission'")
  const call = [...before.matchAll(/export const (\w+) = /g)].at(-1)?.[1] ?? ''
  writeFileSync(join(sdk, 'till.ts'), callingTill(call))
  writeFileSync(join(sdk, 'package.json'), '{"type":"module"}')
  writeFileSync(join(sdk, 'tsconfig.json'), JSON.stringify(options))
  const compiled = spawnSync('tsc', ['-p', sdk], { encoding: 'utf8' })
  expect({ status: compiled.status, said: compiled.stdout }).toEqual({ status: 0, said: '' })
  const env = { ...process.env, TOKEN: token, GATEWAY: `http://127.0.0.1:${gateway.port}` }
  const sold = spawnSync(process.execPath, [join(sdk, 'till.ts')], { encoding: 'utf8', env })
  expect(sold).toMatchObject({ status: 0, stdout: 'Valid 7.42 cancel\n' })
})
