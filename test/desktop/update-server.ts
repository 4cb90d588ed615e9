import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** The answers of an update server. A test can spoil each of them. */
export interface Release {
  readonly version: string
  readonly bytes: Buffer
  /** Sent in place of the signed file. */
  readonly sent?: Buffer | 'without an end'
  /** Files beside the one for this platform, which must not be downloaded. */
  readonly others?: readonly string[]
  /** Changes latest-linux.yml after it was signed. */
  readonly spoil?: (offer: string) => string
  readonly signedBy?: KeyObject
}

export interface UpdateServer {
  readonly url: string
  /** The public key of the releaser. */
  readonly key: string
  offer(release: Release): void
  close(): Promise<void>
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  let files = new Map<string, Buffer | 'without an end'>()
  const server = createServer(({ url = '' }, answer) => {
    const body = files.get(url.split('?')[0] ?? '')
    if (body !== 'without an end') return void answer.writeHead(body ? 200 : 404).end(body)
    answer.writeHead(200, { 'content-length': 2 ** 40 })
    const more = setInterval(() => answer.write(Buffer.alloc(4_096)), 10)
    answer.on('close', () => clearInterval(more))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    offer(release) {
      files = filesOf(release, privateKey)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function filesOf({ version, bytes, sent, others = [], spoil = (offer) => offer, signedBy }: Release, key: KeyObject) {
  const name = `Resit-${version}.AppImage`
  const digestOf = (content: Buffer) => createHash('sha512').update(content).digest('base64')
  const entry = (url: string, content: Buffer) => [
    `  - url: ${url}`,
    `    sha512: ${digestOf(content)}`,
    `    size: ${content.length}`,
  ]
  const offer = [
    `version: ${version}`,
    'files:',
    ...others.flatMap((other) => entry(other, Buffer.from(other))),
    ...entry(name, bytes),
    `path: ${name}`,
    `sha512: ${digestOf(bytes)}`,
    `releaseDate: '2026-11-21T00:00:00.000Z'`,
    '',
  ].join('\n')
  const signature = sign(null, Buffer.from(offer), signedBy ?? key).toString('base64')
  return new Map<string, Buffer | 'without an end'>([
    ['/latest-linux.yml', Buffer.from(spoil(offer))],
    ['/latest-linux.yml.sig', Buffer.from(signature)],
    [`/${name}`, sent ?? bytes],
  ])
}
