import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage, listPackage } from '@electron/asar'
import { FuseState, getCurrentFuseWire } from '@electron/fuses'
import { build, type Configuration, Platform } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStaleDesktop } from '../../build/desktop.ts'
import { packing } from '../../build/pack/electron-builder.config.ts'
import { fuses } from '../../build/pack/fuses.ts'
import { buildStaleScreens } from '../../build/screens.ts'

const require = createRequire(import.meta.url)
const { validateConfiguration } = require('app-builder-lib/out/util/config/config') as {
  readonly validateConfiguration: (config: Configuration, log: object) => Promise<void>
}
const { DebugLogger } = require('builder-util') as { DebugLogger: new (isEnabled: boolean) => object }

const place = mkdtempSync(join(tmpdir(), 'resit-packing-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('the packing of the desktop', () => {
  test('is what the schema of electron-builder allows', async () => {
    await expect(validateConfiguration(packing, new DebugLogger(false))).resolves.toBeUndefined()
  })

  test('would be refused with a word misspelt', async () => {
    const broken = { ...packing, nsis: { ...packing.nsis, perMachin: true } }
    await expect(validateConfiguration(broken, new DebugLogger(false))).rejects.toThrow(/configuration\.nsis/)
  })

  test('names a publisher, or the updater on Windows would look at no signature', () => {
    expect(packing.win?.signtoolOptions?.publisherName).toEqual(['Resit developers'])
    expect(packing.win?.verifyUpdateCodeSignature).toBe(true)
  })

  test('makes a service of the gateway on Windows out of what lies beside the script', () => {
    const folder = join(import.meta.dirname, '..', '..', 'build', 'pack', 'windows')
    const script = readFileSync(join(folder, 'install-gateway.ps1'), 'utf8')
    const program = readFileSync(join(folder, 'gateway-service.cs'), 'utf8')
    expect(script).toContain("Join-Path $PSScriptRoot 'gateway-service.cs'")
    const [, service] = /\$service = '(\w+)'/.exec(script) ?? []
    expect(program).toContain(`ServiceName = "${service}"`)
    // Handed over in this order, and taken in it.
    expect(script).toContain('`"$program`" `"$Checkout`" `"$kept`" $Port')
    expect(program).toContain('GatewayService(string checkout, string kept, string port)')
  })

  test('deletes no documents, and lets nobody uninstall past unsent ones unasked (AU7)', () => {
    expect(packing.nsis?.deleteAppDataOnUninstall).toBe(false)
    const script = readFileSync(String(packing.nsis?.include), 'utf8')
    expect(script).toMatch(/ExecWait '"\$INSTDIR\\Resit\.exe" --resit unsent' \$0/)
    expect(script.match(/MB_DEFBUTTON2/g)).toHaveLength(2)
  })
})

describe('the program as it would be installed on Linux', () => {
  const resources = join(place, 'out', 'linux-unpacked', 'resources')
  let listed: string[]

  beforeAll(async () => {
    await buildStaleScreens()
    await buildStaleDesktop()
    await build({
      targets: Platform.LINUX.createTarget('dir'),
      config: {
        ...packing,
        electronDist: await standInForElectron(join(place, 'electron')),
        directories: { ...packing.directories, output: join(place, 'out') },
      },
      publish: 'never',
    })
    listed = listPackage(join(resources, 'app.asar'), { isPack: false })
  }, 240_000)

  test('has main process, gateway, its thread, preload and screens', () => {
    for (const name of ['main.js', 'gateway-host.js', 'worker.js', 'resit.js', 'preload.cjs', 'icon.png'])
      expect(listed).toContain(`/.build/desktop/${name}`)
    expect(listed).toContain('/.build/renderer/index.html')
  })

  test('has no tests, no sources, no maps and no secrets', () => {
    const wrong = listed.filter(
      (path) =>
        /\.(ts|tsx|mts|cts|map|p12|pem|env)$/.test(path) || /^\/(test|build|renderer|electron|shared)(\/|$)/.test(path),
    )
    expect(wrong).toEqual([])
  })

  test('has the packages it needs and none of the workshop', () => {
    const packages = new Set(listed.flatMap((path) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? []))
    for (const needed of ['fastify', 'better-sqlite3', 'electron-updater', 'pino-roll', 'zod'])
      expect(packages).toContain(needed)
    for (const tool of ['vitest', 'playwright', 'typescript', 'electron', 'electron-builder', 'react', 'vite'])
      expect(packages).not.toContain(tool)
  })

  test('has the binaries of better-sqlite3 for this platform only, outside the archive', () => {
    const unpacked = join(resources, 'app.asar.unpacked', 'node_modules', 'better-sqlite3', 'prebuilds')
    expect(readdirSync(unpacked).toSorted()).toEqual(['linux-arm64.node', 'linux-x64.node'])
  })

  test('has every fuse as it was decided, read back from the program', async () => {
    const wire = await getCurrentFuseWire(join(place, 'out', 'linux-unpacked', 'resit'))
    for (const [fuse, isOn] of Object.entries(fuses))
      expect(wire[Number(fuse) as keyof typeof wire], `fuse ${fuse}`).toBe(isOn ? FuseState.ENABLE : FuseState.DISABLE)
  })

  test('knows where its updates come from', () => {
    const config = readFileSync(join(resources, 'app-update.yml'), 'utf8')
    expect(config).toMatch(/provider: generic\nurl: https:/)
  })
})

/** A folder like Electron's, with a program that is nothing but its fuses. */
async function standInForElectron(folder: string): Promise<string> {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('101100011'),
  ])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]), { mode: 0o755 })
  writeFileSync(join(folder, 'version'), '45.4.1')
  writeFileSync(join(folder, 'LICENSE'), 'MIT')
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  const nothing = join(place, 'nothing')
  mkdirSync(nothing)
  writeFileSync(join(nothing, 'main.js'), '')
  await createPackage(nothing, join(folder, 'resources', 'default_app.asar'))
  return folder
}
