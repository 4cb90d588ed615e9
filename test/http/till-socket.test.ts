import { execFile } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mostUnauthenticated } from '../../electron/gateway/http/connections.ts'
import { readTillSocket } from '../../electron/gateway/settings/till-socket.ts'
import { exitCodeOf, exitCodes, explain } from '../../electron/headless/exit-code.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { raw } from '../support/raw.ts'
import { canBecomeOthers, socketFolder } from '../support/socket-place.ts'
import { invoice } from '../support/till.ts'

const hasSockets = process.platform !== 'win32'
if (!hasSockets) console.warn('what is said of sockets is left out: Windows has pipes')
if (!canBecomeOthers) console.warn('what other users of the computer may do is left out: only root can become one')

let folder: string
let path: string
let shop: TestGateway | null
beforeEach(() => {
  folder = socketFolder()
  path = join(folder, 'till.sock')
  shop = null
})
afterEach(async () => {
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(socket = path): Promise<TestGateway> {
  shop = await startGateway({ env: { RESIT_SOCKET: socket, RESIT_DISPATCH: 'off' } })
  return shop
}
const modeOf = (file: string) => statSync(file).mode & 0o777

describe.runIf(hasSockets)('a till that comes in by the socket', () => {
  test('sells with its token as on the port, and without one gets nothing (LO8)', async () => {
    const authorization = `Bearer ${await (await open()).token()}`
    const sale = {
      method: 'POST',
      path: '/v1/sale/invoice_submission',
      body: JSON.stringify(invoice('by-socket')),
    }
    const json = { 'content-type': 'application/json' }
    expect((await raw(path, { ...sale, headers: json })).status).toBe(401)
    expect((await raw(path, { ...sale, headers: { ...json, authorization } })).status).toBe(202)
    expect((await raw(shop?.port ?? 0, { ...sale, headers: { ...json, authorization } })).status).toBe(200)
  })

  test('names localhost or a host of the port, is no page of a foreign origin, and meets the same guards (LO1, LO3)', async () => {
    const { port } = await open()
    const status = async (at: number | string, headers: Readonly<Record<string, string | readonly string[]>>) =>
      (await raw(at, { path: '/healthz', headers })).status
    for (const host of ['localhost', `localhost:${port}`, `127.0.0.1:${port}`])
      expect(await status(path, { host })).toBe(200)
    for (const host of ['evil.example', 'localhost:1', '', '[::1]']) expect(await status(path, { host })).toBe(421)
    expect(await status(path, { host: ['localhost', 'localhost'] })).toBe(421)
    expect(await status(path, { origin: 'https://evil.example' })).toBe(403)
    // There a name without the port could be another program's.
    expect(await status(port, { host: 'localhost' })).toBe(421)
  })

  test('may ask for a proof, which is of that path and of no other place (LO14)', async () => {
    const token = await (await open()).token()
    const keyed = (text: string) =>
      createHmac('sha256', createHash('sha256').update(token).digest()).update(text).digest('hex')
    const challenge = randomBytes(32).toString('hex')
    const headers = { 'x-resit-challenge': challenge, 'x-resit-token-mark': keyed('resit token').slice(0, 32) }
    const { headers: told } = await raw(path, { path: '/healthz', headers })
    expect(told['x-resit-proof']).toBe(keyed(`resit till\n${path}\n${challenge}`))
  })

  test('is one of as many as there may be: of callers nobody knows the oldest makes room (DS1)', async () => {
    const { gateway } = await open()
    const held = Array.from({ length: mostUnauthenticated + 1 }, () => connect(path).on('error', () => undefined))
    await once(held[0] as (typeof held)[number], 'close')
    const headers = { authorization: `Bearer ${gateway.controlToken}` }
    expect((await raw(path, { path: '/v1/version', headers })).status).toBe(200)
    for (const socket of held) socket.destroy()
  })

  test('finds it in the check of everything, which also sees where it was taken away (AU5)', async () => {
    const { gateway, port } = await open()
    const checked = async () => {
      const headers = { authorization: `Bearer ${gateway.controlToken}` }
      const { text } = await raw(port, { path: '/operator/v1/doctor', headers })
      const { checks } = JSON.parse(text) as {
        readonly checks: readonly { name: string; verdict: string; message: string }[]
      }
      return checks.find(({ name }) => name === 'socket')
    }
    expect(await checked()).toMatchObject({ verdict: 'good', message: expect.stringContaining(path) as string })
    rmSync(path)
    expect(await checked()).toMatchObject({ verdict: 'bad', message: expect.stringContaining(path) as string })
  })

  test('finds nothing there once the gateway has stopped', async () => {
    await (await open()).close()
    shop = null
    expect(existsSync(path)).toBe(false)
  })
})

describe.runIf(hasSockets)('the folder of the socket', () => {
  test('is made for the account alone, and so is the socket (LO13)', async () => {
    const made = join(folder, 'made', 'till.sock')
    await open(made)
    expect([modeOf(dirname(made)), modeOf(made)]).toEqual([0o700, 0o600])
  })

  test('lets its group connect where it is one’s to go into (LO13)', async () => {
    chmodSync(folder, 0o750)
    await open()
    expect([modeOf(path), statSync(path).gid]).toEqual([0o660, statSync(folder).gid])
  })

  const become = (user: number, group: number) =>
    `process.setgroups([]); process.setgid(${group}); process.setuid(${user});`
  const says = async (program: string) =>
    (await promisify(execFile)(process.execPath, ['-e', program], { timeout: 20_000 })).stdout.trim()

  /** As somebody else of this computer. @returns what came of asking for /healthz by the socket */
  const asks = (user: number, group: number): Promise<string> =>
    says(`${become(user, group)}
      require('node:http').get({ socketPath: ${JSON.stringify(path)}, path: '/healthz' }, (answer) => {
        answer.resume(); console.log(answer.statusCode)
      }).on('error', ({ code }) => console.log(code))`)

  test.runIf(canBecomeOthers)(
    'keeps every other user out, whom the system does not even let connect (LO13)',
    async () => {
      await open()
      expect(await asks(65_534, 65_534)).toBe('EACCES')
      // The rights of the socket alone would do.
      chmodSync(folder, 0o711)
      expect(await asks(65_534, 65_534)).toBe('EACCES')
    },
  )

  test.runIf(canBecomeOthers)('lets in whoever is in the group it was given to, and nobody else (LO13)', async () => {
    chownSync(folder, 0, 65_533)
    chmodSync(folder, 0o750)
    await open()
    expect([await asks(65_534, 65_533), await asks(65_534, 65_534)]).toEqual(['200', 'EACCES'])
  })

  test.runIf(canBecomeOthers)('is of no use where this account may not give a socket to its group', async () => {
    chownSync(folder, 65_534, 65_533)
    chmodSync(folder, 0o750)
    const source = new URL('../../electron/gateway/installation/socket-place.ts', import.meta.url).href
    const said = await says(`import(${JSON.stringify(source)}).then(({ closeSocket }) => {
      ${become(65_534, 65_534)}
      const server = require('node:net').createServer().listen(${JSON.stringify(path)}, () => {
        try { closeSocket(${JSON.stringify(path)}) } catch ({ message }) { console.log(message) }
        server.close()
      })
    })`)
    expect(said).toMatch(/^RESIT_SOCKET: this account may not give the socket to the group of .*chmod g\+s/)
  })

  test.each([
    ['a file has the name', () => writeFileSync(path, 'mine'), /is no socket, and is left alone/],
    ['a link has the name', () => symlinkSync(join(folder, 'elsewhere'), path), /is no socket, and is left alone/],
    ['others may look into it', () => chmodSync(folder, 0o755), /chmod 700/],
    ['its group may write there', () => chmodSync(folder, 0o770), /chmod 700/],
  ])('is refused, and nothing in it touched, where %s (SE1)', async (_, arrange, sentence) => {
    arrange()
    const there = () => lstatSync(path, { throwIfNoEntry: false })?.ino
    const before = there()
    const refused: unknown = await open().catch((cause: unknown) => cause)
    expect(exitCodeOf(refused)).toBe(exitCodes.badConfiguration)
    expect(explain(refused)).toMatch(sentence)
    expect(there()).toBe(before)
  })

  test('is refused where the way to it leads over a link, and its real place is named (SE1)', async () => {
    mkdirSync(join(folder, 'real'), { mode: 0o700 })
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    await expect(open(join(folder, 'link', 'till.sock'))).rejects.toThrow(`Name ${join(folder, 'real', 'till.sock')}`)
  })

  test('is refused below a folder that others may write to: anybody could put one there while the gateway is stopped (LO14)', async () => {
    const below = join(folder, 'below')
    mkdirSync(below, { mode: 0o700 })
    chmodSync(folder, 0o1777)
    await expect(open(join(below, 'till.sock'))).rejects.toThrow(`others may write to ${folder}`)
  })

  test.runIf(canBecomeOthers)('is refused where it is somebody else’s', async () => {
    chownSync(folder, 65_534, 65_534)
    await expect(open()).rejects.toThrow(/belongs to another account/)
  })

  test('is not made where what it is to lie in is not there', async () => {
    await expect(open(join(folder, 'no', 'where', 'till.sock'))).rejects.toThrow(/is not there and cannot be made/)
  })
})

describe.runIf(hasSockets)('the path of the socket', () => {
  test.each([
    ['', /whole path/],
    ['till.sock', /whole path/],
    [`/run/${'å'.repeat(60)}`, /125 bytes long, and the system takes 10\d for a socket/],
  ])('%s is refused with what to name instead', (given, sentence) => {
    const reading = () => readTillSocket({ RESIT_SOCKET: given })
    expect(reading).toThrow(sentence)
  })

  test('as long as the system takes one is taken, whole', async () => {
    const name = 'x'.repeat((process.platform === 'linux' ? 107 : 103) - Buffer.byteLength(folder) - 1)
    path = join(folder, name)
    await open()
    expect(lstatSync(path).isSocket()).toBe(true)
    expect((await raw(path, { path: '/healthz' })).status).toBe(200)
  })
})

test('on Windows it is the name of a pipe', () => {
  const pipe = String.raw`\\.\pipe\resit-till`
  expect(readTillSocket({ RESIT_SOCKET: pipe }, 'win32')).toBe(pipe)
  for (const given of ['/run/till.sock', String.raw`\\server\pipe\resit`, String.raw`\\.\pipe\a\b`])
    expect(() => readTillSocket({ RESIT_SOCKET: given }, 'win32')).toThrow(/must be the name of a pipe/)
})
