import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CodesServer, startCodesServer } from '../../support/codes-server.ts'
import { commandBeside } from '../../support/command-line.ts'
import { startGateway } from '../../support/gateway.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'resit-codes-'))
let pages: CodesServer
beforeAll(async () => {
  pages = await startCodesServer()
})
afterAll(async () => {
  await pages.close()
  rmSync(dataDir, { recursive: true })
})

/** The command line does alone what no gateway runs for. */
async function resit(...args: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }> {
  const { code, stdout, stderr } = await commandBeside(dataDir, args, { env: { RESIT_CODES_URL: pages.url } })
  return { code, said: stdout + stderr }
}

test('the commands refresh the lists and tell what changed', async () => {
  const shop = await startGateway({ dataDir, env: { RESIT_DISPATCH: 'off' } })
  await shop.close({ keep: true })

  pages.publish('classification', (entries) => entries.filter(({ Code }) => Code !== '022'))
  pages.answer('unit', { kind: 'status', status: 404 })
  const refreshed = await resit('codes', 'refresh')
  expect(refreshed.code, refreshed.said).toBe(1)
  expect(refreshed.said).toMatch(/^classification {2}.* 022 /m)
  expect(refreshed.said).toContain('The list is not at its address any more. The last good one stays.\n')
  pages.publish('unit', (entries) => entries)
  expect((await resit('codes', 'refresh')).code).toBe(0)

  const listed = await resit('codes', 'list')
  expect(listed.code).toBe(0)
  expect(listed.said).toMatch(/^classification {2}44 {2}022.*\/ClassificationCodes\.json .* 022 /m)
  expect(listed.said).toContain('on demand only')
})
