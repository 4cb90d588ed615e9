import { once } from 'node:events'
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exitCodes } from '../../electron/headless/exit-code.ts'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { raw } from '../support/raw.ts'
import { socketFolder } from '../support/socket-place.ts'

const hasSockets = process.platform !== 'win32'
if (!hasSockets) console.warn('what is said of sockets is left out: Windows has pipes')

let folder: string
let path: string
let place: string
const running: GatewayProcess[] = []
beforeEach(() => {
  folder = socketFolder()
  path = join(folder, 'till.sock')
  place = mkdtempSync(join(tmpdir(), 'resit-till-socket-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  for (const each of [folder, place]) rmSync(each, { recursive: true, force: true })
})

async function start(name = 'data'): Promise<GatewayProcess> {
  const gateway = await spawnGateway(join(place, name), { ...brisk, RESIT_LOG_LEVEL: 'error', RESIT_SOCKET: path })
  running.push(gateway)
  return gateway
}
const status = async () => (await raw(path, { path: '/healthz' })).status

describe.runIf(hasSockets)('a gateway with a socket', () => {
  test('says so in its ready line, and a socket of one that was killed makes way for the next (PR3)', async () => {
    const first = await start()
    expect(first.ready).toMatchObject({ socket: path })
    expect(JSON.parse(readFileSync(join(place, 'data', 'gateway.json'), 'utf8'))).toMatchObject({ socket: path })
    await first.stop('SIGKILL')
    expect(lstatSync(path).isSocket()).toBe(true)
    const second = await start()
    expect(await status()).toBe(200)
    expect(lstatSync(path).mode & 0o777).toBe(0o600)
    expect(await second.stop()).toBe(0)
    expect(existsSync(path)).toBe(false)
  })

  test('keeps it: another gateway that is to have the same one does not start, and says why (PR14)', async () => {
    const first = await start()
    await expect(start('other')).rejects.toMatchObject({
      exitCode: exitCodes.portTaken,
      message: expect.stringContaining(`answers at ${path}`) as string,
    })
    expect(await status()).toBe(200)
    expect(await first.stop()).toBe(0)
  })

  test('does not take it from another program that listens there, and a command on the files makes none', async () => {
    const other = createServer().listen(path)
    await once(other, 'listening')
    await expect(start()).rejects.toMatchObject({ exitCode: exitCodes.portTaken })
    await new Promise((resolve) => other.close(resolve))
    const { stdout, status: ended } = command(join(place, 'data'), ['doctor'], { env: { RESIT_SOCKET: path } })
    expect([ended === 0 || ended === 1, stdout]).toEqual([true, expect.not.stringContaining(path)])
    expect(existsSync(path)).toBe(false)
  })
})
