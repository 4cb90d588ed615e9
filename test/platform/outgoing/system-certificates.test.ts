import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificateAuthority } from '../../support/certificates.ts'

if (process.platform !== 'linux') console.warn('left out: only on Linux can a test name another certificate store')

test.runIf(process.platform === 'linux')(
  'a server is trusted if the certificate store of the system vouches for it, and not otherwise',
  async () => {
    const shops = makeCertificateAuthority('The authority of a network')
    const server = createServer(shops.issue(), (_request, response) => void response.end()).listen(0, '127.0.0.1')
    const folder = mkdtempSync(join(tmpdir(), 'resit-store-'))
    onTestFinished(() => {
      server.close()
      rmSync(folder, { recursive: true })
    })
    await once(server, 'listening')
    const store = join(folder, 'store.pem')
    writeFileSync(store, shops.certificatePem)
    const outgoing = new URL('../../../electron/gateway/platform/outgoing/exchange.ts', import.meta.url).href
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`
    const ask = `import { sendRequest } from '${outgoing}'
    console.log((await sendRequest({ method: 'GET', url: '${url}', headers: {} }, 20_000)).kind)`
    const askTrusting = async (SSL_CERT_FILE: string) => {
      const env = { ...process.env, SSL_CERT_FILE, SSL_CERT_DIR: join(folder, 'none') }
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ask], { env })
      return stdout.trim()
    }
    expect(await askTrusting(store)).toBe('answered')
    expect(await askTrusting(join(folder, 'nowhere.pem'))).toBe('not_connected')
  },
)
