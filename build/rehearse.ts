// npm run desktop:rehearse: judges the offers of all platforms with the classes of electron-updater, and says what that leaves out.
// npm run desktop:rehearse -- prepare | run: needs a computer of its own (it installs and removes Resit), and RESIT_REHEARSAL=1.
// prepare packs this version and the next one. run installs this version silently, kills its gateway, offers a spoiled update and
// then a good one from a server on this computer, sells one document that is not sent, and removes the program.
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { desktopAt, until } from './desktop-from-outside.ts'
import { root } from './root.ts'

const place = join(root, '.build', 'rehearsal')
const dataDir = join(place, 'data')
const serverPort = 47_510
const tillPort = 47_511
const [now, next] = ['0.1.0', '0.1.1'] as const
const withinMs = 6 * 60_000

const files = (release: string, pattern: string): string => {
  const [found] = globSync(pattern, { cwd: join(place, release) })
  if (found === undefined) throw new Error(`there is no ${pattern} of ${release}`)
  return join(place, release, found)
}

/** Silently, for this account: no person is here to answer. */
const platforms: Partial<Record<NodeJS.Platform, { readonly program: string; install(): void }>> = {
  win32: {
    program: join(process.env['LOCALAPPDATA'] ?? '', 'Programs', 'Resit', 'Resit.exe'),
    install: () => must(files(now, 'Resit-Setup-*.exe'), ['/S', '/currentuser']),
  },
  darwin: {
    program: join(homedir(), 'Applications', 'Resit.app', 'Contents', 'MacOS', 'Resit'),
    install: () =>
      must('ditto', ['-xk', files(now, `Resit-${now}-${process.arch}.zip`), join(homedir(), 'Applications')]),
  },
  linux: {
    program: join(place, 'installed', 'Resit.AppImage'),
    install() {
      mkdirSync(join(place, 'installed'), { recursive: true })
      copyFileSync(files(now, `Resit-${process.arch === 'arm64' ? 'arm64' : 'x86_64'}.AppImage`), this.program)
      must('chmod', ['755', this.program])
    },
  },
}

const own = platforms[process.platform]
if (!own) throw new Error(`there is no rehearsal for ${process.platform}`)
const { program } = own
const [part = 'offers'] = process.argv.slice(2)
try {
  if (part === 'offers') judgeOffers()
  else if (process.env['RESIT_REHEARSAL'] !== '1')
    throw new Error('this installs and removes Resit: say so with RESIT_REHEARSAL=1')
  else if (part === 'prepare') prepare()
  else await run()
} catch (cause) {
  process.stderr.write(`The rehearsal stopped: ${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
}

/** Needs neither Electron nor an installer. */
function judgeOffers(): void {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', '--config', 'build/vitest.config.ts', '--project', 'desktop', 'test/desktop/offers.long.test.ts']
  must(process.execPath, [vitest, ...args], { env: { ...process.env, IN_FULL: '1' } })
  process.stdout.write(`ok a signed offer with all files of a release is taken on every platform, each by its own file
ok a spoiled offer is refused on every platform, for its signature
Not rehearsed: packing, installing, a killed gateway, an update that is installed, removing. They need Electron's archive and
a computer of its own: RESIT_REHEARSAL=1, with “prepare”, then with “run”.
`)
}

function must(
  command: string,
  args: readonly string[],
  more: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): void {
  const { status, error } = spawnSync(command, args, {
    stdio: [more.input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
    ...more,
  })
  if (status !== 0) throw error ?? new Error(`${basename(command)} ended with ${status}`)
}

function prepare(): void {
  rmSync(place, { recursive: true, force: true })
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const env = {
    ...process.env,
    RESIT_RELEASE_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    RESIT_RELEASE_URL: `http://127.0.0.1:${serverPort}`,
  }
  for (const version of [now, next]) {
    rmSync(join(root, 'dist'), { recursive: true, force: true })
    try {
      must(process.execPath, [join(root, 'build', 'package.ts'), '--release', version, '--unsigned'], { env })
    } catch (cause) {
      throw new Error(`${version} was not packed, so nothing was installed, updated or removed; why stands above`, {
        cause,
      })
    }
    mkdirSync(place, { recursive: true })
    renameSync(join(root, 'dist'), join(place, version))
    const input = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    must(process.execPath, [join(root, 'build', 'sign-release.ts'), join(place, version)], { input })
  }
}

async function run(): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  const { version, gatewayPid, sell } = desktopAt(dataDir)
  const step = (name: string, isDone: () => Promise<boolean> | boolean) => until(name, isDone, withinMs)
  let isSpoiled = true
  let isAsked = false
  const server = createServer((request, answer) => {
    const file = join(place, next, basename(decodeURIComponent(request.url?.split('?')[0] ?? '')))
    if (!existsSync(file)) return void answer.writeHead(404).end()
    const isInstaller = /\.(exe|zip|AppImage)$/.test(file)
    isAsked ||= isInstaller
    if (isSpoiled && isInstaller) return void answer.end('not what was released')
    createReadStream(file).pipe(answer)
  }).listen(serverPort, '127.0.0.1')
  own?.install()
  start()
  await step(`${now} starts`, async () => (await version()) === now)
  const pid = gatewayPid()
  process.kill(pid, 'SIGKILL')
  await step('a killed gateway is back', async () => gatewayPid() !== pid && (await version()) === now)
  await step('the spoiled update was asked for', () => isAsked)
  // The program looks once a minute whether it may install what it has.
  await pause(90_000)
  await step('a spoiled update is not taken', async () => (await version()) === now)
  await stop()
  isSpoiled = false
  start()
  await step(`${next} has taken its place, with its gateway`, async () => (await version()) === next)
  await stop()
  start({ RESIT_DISPATCH: 'off' })
  await step('a sale is accepted', async () => (await sell()) === 'Pending')
  const unsent = spawnSync(program, ['--resit', 'unsent', '--data-dir', dataDir])
  if (unsent.status !== 1) throw new Error(`with an unsent document “unsent” ended with ${unsent.status}`)
  if (process.platform === 'win32') uninstall(gatewayPid)
  await stop()
  server.close()
}

function start(more: NodeJS.ProcessEnv = {}): void {
  const args = ['--hidden', '--data-dir', dataDir, '--port', String(tillPort)]
  spawn(program, args, { detached: true, stdio: 'ignore', env: { ...process.env, ...more } }).unref()
}

/** If documents are unsent, the uninstaller changes nothing, ends with 3, and the gateway goes on. */
function uninstall(gatewayPid: () => number): void {
  const pid = gatewayPid()
  const folder = join(program, '..')
  // The uninstaller looks in the usual data directory, and a rehearsal has another.
  const env = { ...process.env, RESIT_DATA_DIR: dataDir }
  const { status } = spawnSync(join(folder, 'Uninstall Resit.exe'), ['/S', `_?=${folder}`], { env })
  if (status !== 3 || !existsSync(program)) throw new Error(`the uninstaller ended with ${status}`)
  process.kill(pid, 0)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The whole program, which ends with its gateway. */
async function stop(): Promise<void> {
  if (process.platform === 'win32') spawnSync('taskkill', ['/IM', 'Resit.exe', '/T', '/F'])
  else spawnSync('pkill', ['-TERM', '-x', process.platform === 'darwin' ? 'Resit' : 'resit'])
  await pause(10_000)
}
