import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataPathsIn } from '../../electron/gateway/installation/data-dir.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { systemPorts } from '../../electron/headless/process-ports.ts'
import { serve } from '../../electron/headless/serving.ts'
import { brisk } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'

test('the copy comes into the place of a database that is gone, and never of one that is there', async () => {
  const place = mkdtempSync(join(tmpdir(), 'resit-put-back-'))
  const dataDir = join(place, 'shop')
  const begin = (putsCopyBack: boolean) =>
    serve({
      args: ['--data-dir', dataDir, '--port', '0', '--authority', 'practice'],
      env: brisk,
      ports: { ...systemPorts(brisk, { logLevel: 'fatal', json: false }), stateFolder: join(place, 'state') },
      secretsIn: ({ secrets }) => secretsInFile(secrets),
      hasScreens: false,
      putsCopyBack,
      tellSetupCode: () => undefined,
      began: () => undefined,
      lost: () => undefined,
    })
  const first = await begin(false)
  const { gateway, port } = first.running()
  const at = { gateway, port, baseUrl: `http://127.0.0.1:${port}/v1` } as Parameters<typeof operate>[0]
  const copiedAt = async () =>
    (await operate<{ readonly copied_at: string | null }>(at, 'GET', '/health')).body.copied_at
  await expect.poll(copiedAt).not.toBeNull()
  await first.close()

  await (await begin(true)).close()
  expect(readdirSync(dataDir).filter((name) => name.includes('set-aside'))).toEqual([])

  const { database } = dataPathsIn(dataDir)
  for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
  // For example, the stick with the copy is not plugged in. The sentence must be about the copy, not about the
  // database.
  const copy = join(place, 'state', readdirSync(join(place, 'state')).find((name) => name.endsWith('-copy')) ?? '')
  renameSync(copy, `${copy}-unplugged`)
  await expect(begin(true)).rejects.toMatchObject({ reason: 'not_ours' })
  renameSync(`${copy}-unplugged`, copy)
  await (await begin(true)).close()
  expect(existsSync(database)).toBe(true)
  rmSync(place, { recursive: true })
})
