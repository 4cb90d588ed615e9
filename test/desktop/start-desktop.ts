import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { findChromium } from '../../build/chromium.ts'
import { buildStaleDesktop } from '../../build/desktop.ts'
import { root } from '../../build/root.ts'
import { buildStaleScreens } from '../../build/screens.ts'
import { brisk } from '../support/gateway.ts'
import type { Order } from './stub/control.ts'
import type { Facts } from './stub/world.ts'

/** One Chromium for all windows of a test file. */
export interface Shop {
  readonly browser: Browser
  /** Starts a desktop. */
  start(options?: StartOptions): Promise<Desktop>
  /** The folder of a desktop that was not started yet. */
  newHome(): Promise<string>
  close(): Promise<void>
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** The folder of an earlier desktop, with its data and settings. */
  readonly home?: string
  /** Which folders it gets of its own: all, only that of the desktop, or none. */
  readonly own?: 'everything' | 'folder' | 'nothing'
  /** A program in place of the built one. */
  readonly program?: string
}

export interface Desktop {
  readonly home: string
  readonly dataDir: string
  readonly child: ChildProcess
  readonly stderr: () => string
  ask<Value = unknown>(order: Order): Promise<Value>
  facts(): Promise<Facts>
  /** What it had done before it ended by itself. */
  lastFacts(): Facts | null
  /** The window, after its page is loaded. */
  page(): Promise<Page>
  /** @returns the exit code */
  ended(): Promise<number | null>
  quit(): Promise<number | null>
}

/** @throws Error if no Chromium is found */
export async function openShop(): Promise<Shop> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('the desktop is tested in a Chromium; see build/chromium.ts')
  await buildStaleScreens()
  await buildStaleDesktop()
  const port = await freePort()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] })
  const address = `http://127.0.0.1:${port}`
  const windows = await chromium.connectOverCDP(address)
  const homes: string[] = []
  const running = new Set<ChildProcess>()
  return {
    browser: windows,
    async start(options = {}) {
      const home = options.home ?? mkdtempSync(join(tmpdir(), 'resit-desktop-'))
      homes.push(home)
      const desktop = startProgram(home, { ...options, env: { STUB_CHROMIUM: address, ...options.env } }, windows)
      running.add(desktop.child)
      return Promise.resolve(desktop)
    },
    async newHome() {
      const home = mkdtempSync(join(tmpdir(), 'resit-desktop-'))
      mkdirSync(join(home, 'desktop'))
      homes.push(home)
      return Promise.resolve(home)
    },
    async close() {
      for (const child of running) child.kill('SIGKILL')
      await windows.close()
      await browser.close()
      for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const register = new URL('./stub/register.ts', import.meta.url).href
const launcher = new URL('./stub/launch.ts', import.meta.url)

function startProgram(
  home: string,
  { env, args = [], program = root, own = 'everything' }: StartOptions,
  windows: Browser,
): Desktop {
  const dataDir = join(home, 'data')
  const userData = join(home, 'desktop')
  mkdirSync(userData, { recursive: true })
  writeFileSync(join(userData, 'dev-app-update.yml'), 'updaterCacheDirName: resit-updater\n')
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'bin', 'gdbus'), '#!/bin/sh\necho "(${STUB_TRAY:-true},)"\n', { mode: 0o755 })
  const given = {
    everything: [`--user-data-dir=${userData}`, '--data-dir', dataDir, '--port', '0'],
    folder: [`--user-data-dir=${userData}`],
    nothing: [],
  }
  const child = fork(launcher, [program, ...given[own], ...args], {
    // In Electron's main process an unhandled rejection is only a warning.
    execArgv: ['--import', register, '--unhandled-rejections=warn'],
    env: {
      ...process.env,
      ...brisk,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_DATA_HOME: join(home, 'share'),
      STUB_HOME: home,
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ask = asking(child)
  let last: Facts | null = null
  child.on('message', ({ facts: told }: { readonly facts?: Facts }) => {
    last = told ?? last
  })
  const facts = () => ask<Facts>({ kind: 'facts' })
  return {
    home,
    dataDir,
    child,
    stderr: () => stderr,
    ask,
    facts,
    async page() {
      const { pageOrigin } = await facts()
      const find = () =>
        windows
          .contexts()
          .flatMap((each) => each.pages())
          .find((each) => each.url().startsWith(`${pageOrigin}/`))
      for (;;) {
        const found = find()
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    ended: () => ended,
    lastFacts: () => last,
    async quit() {
      await ask({ kind: 'quit' })
      return ended
    },
  }
}

function asking(child: ChildProcess): Desktop['ask'] {
  const waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (cause: Error) => void }
  >()
  let count = 0
  child.on('message', ({ id, value, error }: { id: number; value: never; error?: string }) => {
    const ask = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) ask?.resolve(value)
    else ask?.reject(new Error(error))
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the desktop ended with ${code}`))
  })
  return (order) =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      if (!child.connected) return reject(new Error('the desktop has ended'))
      child.send({ id: count, order }, (cause) => cause && reject(cause))
    })
}

/** Ports below the range of automatic ports, so that the port is still free when Chromium opens it. */
const debuggingPorts = { from: 20_000, to: 32_000 }

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(debuggingPorts.from, debuggingPorts.to)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
