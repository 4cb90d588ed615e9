import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Access, type Caller, controlCallerId } from '../../electron/gateway/http/access.ts'
import { ok, type ParsedCall, type ServedEndpoint } from '../../electron/gateway/http/call.ts'
import { connectionTimeouts } from '../../electron/gateway/http/connections.ts'
import { createNetworkListener, type NetworkListener } from '../../electron/gateway/http/network-listener.ts'
import { createServer } from '../../electron/gateway/http/server.ts'
import { isOpenToOthers } from '../../electron/gateway/platform/secret-file.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import { askOverTls, type TlsAsk } from '../support/ask-tls.ts'
import { withoutPeople } from '../support/bare-server.ts'
import { makeCertificateAuthority, type ServerCertificate } from '../support/certificates.ts'
import { holdIdle } from '../support/idle-connections.ts'
import { observers } from '../support/observers.ts'
import { raw } from '../support/raw.ts'

const authority = makeCertificateAuthority('An authority of a chain')
const callers: Readonly<Record<string, Caller>> = {
  rst_outlet: { by: 'token:Outlet', id: '1', scopes: new Set(['read']), companyGuid: null },
  command: { by: controlCallerId, id: controlCallerId, scopes: new Set(['read']), companyGuid: null },
}
const access = { callerWith: async (secret: string) => callers[secret] ?? null } as unknown as Access
const endpoint = (id: string, over: Partial<ServedEndpoint> = {}): ServedEndpoint => ({
  id,
  method: 'GET',
  path: `/${id}`,
  scope: 'read',
  outletScope: 'no_sale',
  summary: id,
  mostBodyBytes: 100,
  answers: {},
  faults: [],
  ...over,
})
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

describe('the listener for other computers', () => {
  let folder: string
  let app: ReturnType<typeof createServer>
  let listener: NetworkListener
  let plain: number
  let port: number
  let origins: string[]
  const logged: string[] = []
  const isLinux = process.platform === 'linux'

  const put = ({ cert, key }: ServerCertificate) => {
    writeFileSync(join(folder, 'cert.pem'), cert)
    writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  }
  const open = async (hasScreens = false) => {
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
    const refusals = { count: () => undefined }
    app = createServer({
      ...observers,
      ...withoutPeople,
      access,
      refusals,
      desktop: { header: 'x-desktop', value: 'none' },
      log,
      randomness: systemRandomness,
      listeners: () => {
        const network = listener.rules()
        const hosts = [`127.0.0.1:${plain}`]
        const ownOrigins = hosts.map((host) => `http://${host}`)
        return { hosts, ownOrigins, allowedOrigins: ['https://till.example'], ...(network && { network }) }
      },
      routes: [
        { endpoint: endpoint('known'), handle: async () => ok({}) },
        { endpoint: endpoint('names', { scope: 'open' }), handle: async () => ok({}) },
        {
          endpoint: endpoint('pin', { scope: 'open', method: 'POST' }),
          handle: async (call: ParsedCall) => {
            origins.push(await call.origin())
            return ok({})
          },
        },
      ],
      openPages: ['/docs', '/healthz'],
    })
    for (const page of ['/healthz', '/docs']) app.get(page, async () => ({ status: 'ok' }))
    const opened = await createNetworkListener(
      {
        address: '127.0.0.1',
        port: 0,
        certificateFile: join(folder, 'cert.pem'),
        keyFile: join(folder, 'key.pem'),
        hosts: [
          { name: 'localhost', port: null },
          { name: 'resit.example', port: 443 },
        ],
        hasScreens,
      },
      { refusals, log, isOpenToOthers, lookMs: 50 },
    )
    if (typeof opened === 'string') throw new Error(opened)
    listener = opened
    await app.listen({ host: '127.0.0.1', port: 0 })
    plain = (app.server.address() as { readonly port: number }).port
    await listener.listen(app.server)
    port = Number(new URL(listener.rules()?.ownOrigins[0] ?? '').port)
  }
  const ask = (asked: Omit<TlsAsk, 'ca'>) => askOverTls(port, { ...asked, ca: authority.certificatePem })
  const first = authority.issue({ names: ['localhost', 'resit.example'] })

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'resit-tls-'))
    logged.length = 0
    origins = []
    put(first)
    await open()
  })
  afterEach(async () => {
    await Promise.all([listener.close(), app.close()])
    rmSync(folder, { recursive: true, force: true })
  })

  test('takes of TLS 1.2 only ciphers with keys of one connection and text that cannot be changed, and prefers TLS 1.3', async () => {
    const spoken = (asked: ConnectionOptions) =>
      new Promise<string>((resolve) => {
        const options = { host: '127.0.0.1', port, ca: authority.certificatePem, servername: 'localhost', ...asked }
        const socket = connectTls(options, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
          socket.destroy()
        })
        socket.on('error', () => resolve('refused'))
      })
    const old = (ciphers: string) => spoken({ maxVersion: 'TLSv1.2', ciphers })
    expect(await spoken({})).toMatch(/^TLSv1.3 TLS_/)
    expect(await old('ECDHE+AESGCM')).toMatch(/^TLSv1.2 ECDHE-/)
    expect(await old('ECDHE+CHACHA20')).toMatch(/^TLSv1.2 ECDHE-/)
    for (const weak of [
      'AES128-SHA',
      'AES256-SHA256',
      'AES256-GCM-SHA384',
      'ECDHE-RSA-AES128-SHA',
      'ECDHE-ECDSA-AES256-SHA',
    ])
      expect([weak, await old(weak)]).toEqual([weak, 'refused'])
  })

  test('answers under its names alone, compared as text, with the port that others see', async () => {
    for (const host of [`localhost:${port}`, 'resit.example', 'resit.example:443', 'RESIT.example'])
      expect([host, (await ask({ path: '/healthz', headers: { host } })).status]).toEqual([host, 200])
    for (const host of [
      'localhost',
      `127.0.0.1:${port}`,
      `127.0.0.1:${plain}`,
      `resit.example:${port}`,
      'evil.example',
    ])
      expect([host, (await ask({ path: '/healthz', headers: { host } })).status]).toEqual([host, 421])
    const { text } = await ask({ path: '/healthz', headers: { host: 'evil.example' } })
    expect(text).toContain('a name that its certificate is for')
    // The names of the network listener are refused on loopback.
    for (const host of [`localhost:${port}`, 'resit.example'])
      expect((await raw(plain, { path: '/healthz', headers: { host } })).status).toBe(421)
  })

  test.runIf(isLinux)('is the only one for who comes from elsewhere', async () => {
    const from = '127.0.0.2'
    expect((await ask({ path: '/known', headers: bearer('rst_outlet'), from })).status).toBe(200)
    const socket = connect({ host: '127.0.0.1', port: plain, localAddress: from })
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${plain}\r\n\r\n`)
    expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 421 ')
    socket.destroy()
  })
  if (!isLinux) console.warn('asking from another address is left out: only Linux has 127.0.0.2 by itself')

  test('asks for a token like the other, and takes none that opens everything on this computer', async () => {
    expect((await ask({ path: '/known', headers: bearer('rst_outlet') })).status).toBe(200)
    expect((await ask({ path: '/known' })).status).toBe(401)
    expect((await ask({ path: '/known', headers: bearer('command') })).status).toBe(401)
    expect((await raw(plain, { path: '/known', headers: bearer('command') })).status).toBe(200)
  })

  test('lets in no web page but its own and those that the owner allowed', async () => {
    const from = async (origin: string, site = 'same-origin') => {
      const headers = { ...bearer('rst_outlet'), origin, 'sec-fetch-site': site }
      return (await ask({ path: '/known', headers })).status
    }
    expect(await from(`https://localhost:${port}`)).toBe(200)
    expect(await from('https://resit.example')).toBe(200)
    expect(await from('https://till.example', 'cross-site')).toBe(200)
    for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${plain}`, 'https://evil.example', 'null'])
      expect([origin, await from(origin)]).toEqual([origin, 403])
    expect(await from(`https://localhost:${port}`, 'cross-site')).toBe(403)
  })

  test('has no screens, no names and no place to try a PIN, unless that is wanted', async () => {
    const statuses = async () => {
      const asked = [{ path: '/names' }, { path: '/pin', method: 'POST' }, { path: '/docs' }, { path: '/pin' }] as const
      const sent = { headers: { 'content-type': 'application/json' }, body: '{}' }
      return Promise.all(asked.map(async (each) => (await ask({ ...each, ...('method' in each && sent) })).status))
    }
    // No method may answer 405, because that would tell that the path exists.
    expect(await statuses()).toEqual([404, 404, 404, 404])
    expect((await ask({ path: '/known', method: 'POST' })).status).toBe(405)
    expect((await raw(plain, { path: '/names' })).status).toBe(200)
    await Promise.all([listener.close(), app.close()])
    await open(true)
    expect(await statuses()).toEqual([200, 200, 200, 405])
    // Wrong PINs are counted by the address of the connection, and no header changes it.
    expect(origins).toEqual(['computer 127.0.0.1'])
  })

  test('keeps nobody who never shows himself, and sends nobody to it without TLS', async () => {
    const begun = performance.now()
    const silent = connect({ host: '127.0.0.1', port }).resume()
    const plainly = connect({ host: '127.0.0.1', port })
    plainly.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
    let told = ''
    plainly.on('data', (piece: Buffer) => {
      told += piece.toString('latin1')
    })
    plainly.on('error', () => undefined)
    await Promise.all([once(silent, 'close'), once(plainly, 'close')])
    expect(performance.now() - begun).toBeLessThan(connectionTimeouts.headersMs + 20_000)
    expect(told).not.toContain('HTTP/1.1')
    const slow = connectTls({ host: '127.0.0.1', port, ca: authority.certificatePem, servername: 'localhost' })
    await once(slow, 'secureConnect')
    slow.write('GET /healthz HTTP/1.1\r\nX: ')
    expect(String((await once(slow, 'data'))[0])).toContain('HTTP/1.1 408 ')
    slow.destroy()
  })

  test('lets outlets in while one computer without a token holds 1,100 idle connections, and keeps who showed one (DS1)', async () => {
    const kept = connectTls({ host: '127.0.0.1', port, ca: authority.certificatePem, servername: 'localhost' })
    const askOnKept = async () => {
      kept.write(`GET /known HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer rst_outlet\r\n\r\n`)
      return String((await once(kept, 'data'))[0])
    }
    expect(await askOnKept()).toContain('HTTP/1.1 200 ')
    const idle = holdIdle(1_100, { host: '127.0.0.1', port })
    await idle.stood
    for (let n = 0; n < 10; n += 1)
      expect((await ask({ path: '/known', headers: bearer('rst_outlet') })).status).toBe(200)
    expect(await askOnKept()).toContain('HTTP/1.1 200 ')
    kept.destroy()
    idle.close()
  })

  test('takes a new certificate without a stop, and keeps who is connected', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const before = await ask({ path: '/healthz', agent })
    put(authority.issue({ names: ['localhost', 'resit.example'] }))
    await expect.poll(async () => (await ask({ path: '/healthz' })).serial).not.toBe(before.serial)
    expect(await ask({ path: '/healthz', agent })).toMatchObject({ status: 200, serial: before.serial })
    expect(logged.join('')).toContain('new certificate')
    // An outlet that keeps its connection open does not prevent the end.
    await Promise.all([listener.close(), app.close()])
    agent.destroy()
  })

  test.each([
    ['of two that do not belong together', () => ({ ...first, key: authority.issue().key }), 'mismatch'],
    ['for another name', () => authority.issue({ names: ['localhost'] }), 'other_name'],
    ['that is half written', () => ({ ...first, cert: first.cert.slice(0, 200) }), 'not_a_certificate'],
    ['with an empty key', () => ({ ...first, key: '' }), 'not_a_key'],
  ])('keeps the one from before and says so where the new one is one %s', async (_name, broken, why) => {
    const { serial } = await ask({ path: '/healthz' })
    put(broken())
    // The listener may read while the two files are being written, so the last reason counts.
    await expect.poll(() => logged.findLast((line) => line.includes('cannot be used'))).toContain(`"${why}"`)
    expect(listener.status().isReplacementBroken).toBe(true)
    expect(await ask({ path: '/healthz' })).toMatchObject({ status: 200, serial })
    expect(logged.join('')).not.toContain('PRIVATE KEY')
    put(authority.issue({ names: ['localhost', 'resit.example'], notAfter: Date.now() + 10 * 86_400_000 }))
    await expect.poll(() => listener.status().isReplacementBroken).toBe(false)
    expect((await ask({ path: '/healthz' })).serial).not.toBe(serial)
    expect(listener.status().until).toBeGreaterThan(Date.now() + 9 * 86_400_000)
  })

  test('keeps it where both files are gone, and is well again when they are back', async () => {
    rmSync(join(folder, 'key.pem'))
    await expect.poll(() => listener.status().isReplacementBroken).toBe(true)
    expect((await ask({ path: '/healthz' })).status).toBe(200)
    put(first)
    await expect.poll(() => listener.status().isReplacementBroken).toBe(false)
  })

  test('takes no key that other accounts can read', async () => {
    chmodSync(join(folder, 'key.pem'), 0o644)
    await expect.poll(() => logged.findLast((line) => line.includes('cannot be used'))).toContain('"open_key"')
    expect(listener.status().isReplacementBroken).toBe(true)
  })

  test('says when its certificate should have been renewed: a fifth before its end, and two weeks at most', () => {
    const { until, renewBy } = listener.status()
    // The certificate is valid for two days.
    expect(until - renewBy).toBe(0.4 * 86_400_000)
  })
})
