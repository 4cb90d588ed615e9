import { fork, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../build/root.ts'

/** The files that electron-builder lists for each platform, named as in build/pack/electron-builder.config.ts. */
const releases = {
  'latest.yml': ['Resit-Setup-0.2.0.exe'],
  'latest-mac.yml': ['Resit-0.2.0-x64.dmg', 'Resit-0.2.0-x64.zip', 'Resit-0.2.0-arm64.dmg', 'Resit-0.2.0-arm64.zip'],
  'latest-linux.yml': ['Resit-x86_64.AppImage', 'resit_0.2.0_amd64.deb'],
} as const

let place: string
const { publicKey, privateKey } = generateKeyPairSync('ed25519')

/** Writes a file of a release. @returns its entry in the offer */
function released(name: string): string {
  writeFileSync(join(place, name), name)
  const sha512 = createHash('sha512').update(name).digest('base64')
  return `  - url: ${name}\n    sha512: ${sha512}\n    size: ${name.length}\n`
}

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-offers-'))
  for (const [offer, names] of Object.entries(releases)) {
    const entries = names.map(released).join('')
    writeFileSync(join(place, offer), `version: 0.2.0\nfiles:\n${entries}releaseDate: '2026-11-21T00:00:00.000Z'\n`)
  }
  const input = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const signed = spawnSync(process.execPath, [join(root, 'build', 'sign-release.ts'), place], {
    input,
    encoding: 'utf8',
  })
  expect(signed).toMatchObject({ status: 0 })
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** The decisions of electron-updater's classes about the files of the folder, for each platform. */
async function judged(): Promise<Record<string, string>> {
  const server = createServer(({ url = '' }, answer) => {
    const file = join(place, basename(url.split('?')[0] ?? ''))
    answer.writeHead(existsSync(file) ? 200 : 404).end(existsSync(file) ? readFileSync(file) : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const judge = join(import.meta.dirname, 'stub', 'judge-offers.ts')
  const found: Record<string, string> = {}
  try {
    const child = fork(judge, [address, key, place], {
      execArgv: ['--import', new URL('./stub/register.ts', import.meta.url).href],
      env: { ...process.env, STUB_HOME: place },
      silent: true,
    })
    child.on('message', (each: object) => Object.assign(found, each))
    await once(child, 'exit')
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return found
}

test('a signed release is taken on every platform, each by its own file among all that are listed', async () => {
  expect(await judged()).toEqual({
    'win32 NsisUpdater': 'Resit-Setup-0.2.0.exe',
    'darwin MacUpdater': `Resit-0.2.0-${process.arch === 'arm64' ? 'arm64' : 'x64'}.zip`,
    'linux AppImageUpdater': 'Resit-x86_64.AppImage',
    'linux DebUpdater': 'resit_0.2.0_amd64.deb',
  })
})

test('a spoiled release is refused on every platform, for its signature (SU6)', async () => {
  for (const offer of Object.keys(releases)) appendFileSync(join(place, offer), '\n')
  expect(new Set(Object.values(await judged()))).toEqual(new Set(['not signed']))
})
