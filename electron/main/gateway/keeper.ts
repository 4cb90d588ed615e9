import { app, utilityProcess } from 'electron'
import type { FromGateway } from '../../gateway-host/messages.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { desktopFile, places } from '../places.ts'
import { provedItself } from '../preferences.ts'
import type { PlatformKeyStore } from './key-store.ts'
import { isThere, type RunningGateway } from './running-gateway.ts'
import { type GatewayChild, type GatewayHearing, Supervisor } from './supervisor.ts'

const lookEveryMs = 2_000

const later = (ms: number, task: () => void) => {
  const timer = setTimeout(task, ms)
  return () => clearTimeout(timer)
}

/** The gateway that the screens talk to, wherever it runs: one of this desktop's own, or one that ran here already. */
export class Keeper {
  readonly #context: DesktopContext
  readonly #keyStore: PlatformKeyStore
  readonly #running: RunningGateway | null
  readonly #settled = Promise.withResolvers<Supervisor['refusal']>()
  readonly #backups = new Map<number, (problem: string | null) => void>()
  #supervisor: Supervisor | null = null
  #looking: NodeJS.Timeout | undefined
  #asked = 0

  /** @param running somebody else's, which is watched; where it is gone and was this person's, one is started */
  constructor(context: DesktopContext, keyStore: PlatformKeyStore, running: RunningGateway | null) {
    this.#context = context
    this.#keyStore = keyStore
    this.#running = running
    if (running === null) this.#supervise()
    else this.#watch(running)
  }

  /** Null while it does not run, or cannot prove that it is this person's: a screen sends PINs there. */
  async port(): Promise<number | null> {
    const running = this.#running
    // While ours is started again, its port is anybody's to take.
    if (this.#supervisor !== null) return this.#supervisor.phase === 'running' ? this.#supervisor.port : null
    if (running === null) return null
    return running.isForEverybody || (await isThere(running, this.#context.dataDir())) ? running.port : null
  }

  speak(language: string): void {
    this.#supervisor?.tell({ kind: 'speak', language })
  }

  wake(): void {
    this.#supervisor?.tell({ kind: 'wake' })
  }

  /** @returns false where it is not ours, or was started only a moment ago */
  restart(): boolean {
    return this.#supervisor?.restart() ?? false
  }

  /** Closes ours and starts it again, because something around it is there now. */
  renew(): void {
    this.#supervisor?.renew()
  }

  /** @returns why there is no copy; null where there is one, or the gateway is not ours to copy */
  backUp(file: string): Promise<string | null> {
    if (this.#supervisor === null) return Promise.resolve(null)
    if (this.#supervisor.phase !== 'running') return Promise.resolve('The gateway does not run.')
    this.#asked += 1
    const id = this.#asked
    this.#supervisor.tell({ kind: 'back_up', id, file })
    return new Promise((resolve) => this.#backups.set(id, resolve))
  }

  /** Resolves when the gateway answers, or will not. @returns its refusal */
  settled(): Promise<Supervisor['refusal']> {
    return this.#settled.promise
  }

  async stop(): Promise<void> {
    this.#lookNoMore()
    await this.#supervisor?.stop()
  }

  #supervise(): void {
    this.#supervisor = new Supervisor({
      fork: (port, hearing) => this.#fork(port, hearing),
      later,
      news: (news) => this.#hear(news),
      changed: (supervisor) => this.#show(supervisor),
    })
  }

  #watch(running: RunningGateway): void {
    this.#looking = setInterval(() => {
      void isThere(running, this.#context.dataDir()).then((isStill) => {
        if (this.#looking === undefined) return
        if (isStill || running.isForEverybody) return this.#showAttached(isStill ? 'attached' : 'away')
        this.#context.logs.log.warn('the gateway that ran here is gone: this desktop starts one')
        this.#lookNoMore()
        this.#supervise()
      })
    }, lookEveryMs)
    this.#showAttached('attached')
    provedItself(this.#context.preferences, app.getVersion())
    this.#settled.resolve(null)
  }

  #lookNoMore(): void {
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  #fork(port: number | null, hearing: GatewayHearing): GatewayChild {
    const { args, state, logs } = this.#context
    const child = utilityProcess.fork(places.gatewayHost, [...args, ...(port === null ? [] : ['--port', `${port}`])], {
      serviceName: 'Resit gateway',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        RESIT_LANGUAGE: state.current.language,
        RESIT_COMPILED: desktopFile('compiled'),
        RESIT_KEY_STORE: this.#keyStore.state() === 'unprotected' ? 'none' : 'platform',
        // Where screens are, the desktop shows them.
        RESIT_SCREENS: 'off',
      },
    })
    const kill = () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    }
    child.on('message', (news: FromGateway) => hearing.news(news))
    child.on('exit', () => hearing.ended())
    // Its memory is full, say. Without a listener this would throw; the third word, a report, has the environment in it.
    child.on('error', (type, location) => {
      logs.log.error({ type, location }, 'the gateway cannot go on: it is started again')
      kill()
    })
    child.stderr?.on('data', (chunk: Buffer) => logs.fromGateway(chunk.toString()))
    return {
      tell: (order) => child.postMessage(order),
      kill,
    }
  }

  #hear(news: FromGateway): void {
    const { state, preferences } = this.#context
    switch (news.kind) {
      case 'set_up':
        return state.change({ setupCode: news.code })
      case 'standing':
        if (news.standing === null) return
        state.setGatewayState(news.standing)
        return provedItself(preferences, app.getVersion())
      case 'backed_up':
        this.#backups.get(news.id)?.(news.problem)
        return void this.#backups.delete(news.id)
      case 'key_store':
        return void this.#keyStore
          .work(news.deed, news.text)
          .then((made) => this.#supervisor?.tell({ kind: 'key_store', id: news.id, made }))
      case 'ready':
      case 'refused':
        return undefined
    }
  }

  #show({ phase, restarts, refusal }: Supervisor): void {
    const sentence = refusal === null || refusal.sentence === '' ? null : refusal.sentence
    this.#context.logs.log.info({ phase, restarts, code: refusal?.code }, `gateway of ${app.getName()}`)
    this.#context.state.change({ gateway: { phase, restarts, sentence, isWatched: true } })
    if (phase === 'running' || phase === 'refused') this.#settled.resolve(refusal)
  }

  #showAttached(phase: 'attached' | 'away'): void {
    this.#context.state.change({ gateway: { phase, restarts: 0, sentence: null, isWatched: false }, setupCode: null })
  }
}
