import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { openShop } from './shop.ts'

/** These settings make no request to the authority. */
const silent = { RESIT_AUTHORITY: 'myinvois', RESIT_DISPATCH: 'off', RESIT_CODES_REFRESH: 'off' }
const production = { ...silent, RESIT_MYINVOIS_ENVIRONMENT: 'production' }
const sandbox = { ...silent, RESIT_MYINVOIS_ENVIRONMENT: 'sandbox' }
const elsewhere = { ...silent, RESIT_MYINVOIS_API_URL: 'https://api.example' }
const practice = { RESIT_AUTHORITY: 'practice' }

test.each([
  ['the sandbox', sandbox, production],
  ['production', production, sandbox],
  ['an address', elsewhere, production],
  ['practice', practice, production],
])('what was made for %s never goes anywhere else: the gateway does not even start (UP31)', async (_, made, asked) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'resit-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await (await startGateway({ env: made, dataDir })).close({ keep: true })
  await expect(startGateway({ env: asked, dataDir })).rejects.toThrow(/belongs to/)
  await (await startGateway({ env: made, dataDir })).close({ keep: true })
})

test('credentials of another environment send nothing: every document waits, unsent, until they are right (UP31)', async () => {
  const here = await openShop({ env: { RESIT_MYINVOIS_CLIENT_SECRET: 'a secret of the sandbox' } })
  const sold = await here.sell('1')
  await expect
    .poll(() => here.shown(sold))
    .toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'company_not_ready' } })
  expect(await here.outcomes(sold)).toEqual([])
  expect(here.proxy.requests.filter(({ line }) => !line.startsWith('POST /connect/token'))).toEqual([])
  expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], unknownDocuments: [] })
})
