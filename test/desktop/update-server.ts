import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** What an update server says and sends, each piece as a test spoils it. */
export interface Release {
  readonly version: string
  readonly bytes: Buffer
  /** What is sent for the file, where that is not what was signed. */
  readonly sent?: Buffer
  /** What latest-linux.yml says of the file, where that is not what was signed. */
  readonly digest?: string
  readonly expires?: string
  /** What must run no more is older than this. */
  readonly minimum?: string
  readonly signedBy?: KeyObject
}

export interface UpdateServer {
  readonly url: string
  /** Of whoever releases, as the program is given it. */
  readonly key: string
  offer(release: Release): void
  close(): Promise<void>
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  let files = new Map<string, Buffer>()
  const server = createServer(({ url = '' }, answer) => {
    const body = files.get(url.split('?')[0] ?? '')
    answer.writeHead(body ? 200 : 404).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    offer(release) {
      files = filesOf(release, release.signedBy ?? privateKey)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function filesOf(
  { version, bytes, sent, digest, expires = '2099-01-01T00:00:00Z', minimum = '0.1.0' }: Release,
  key: KeyObject,
) {
  const name = `Resit-${version}.AppImage`
  const sha512 = createHash('sha512').update(bytes).digest('base64')
  const manifest = Buffer.from(
    JSON.stringify({ version, minimum, expires, files: [{ name, size: bytes.length, sha512 }] }),
  )
  const said = digest ?? sha512
  const latest = [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${said}`,
    `    size: ${bytes.length}`,
    `path: ${name}`,
    `sha512: ${said}`,
    `releaseDate: '2026-11-21T00:00:00.000Z'`,
    '',
  ].join('\n')
  return new Map([
    ['/latest-linux.yml', Buffer.from(latest)],
    [`/${name}`, sent ?? bytes],
    ['/resit-release.json', manifest],
    ['/resit-release.json.sig', Buffer.from(sign(null, manifest, key).toString('base64'))],
  ])
}
