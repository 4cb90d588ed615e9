import { app } from 'electron'
import type { FromGateway, Standing as GatewayStanding } from '../../gateway-host/messages.ts'
import type { Standing } from '../desktop-state.ts'
import type { Logs } from '../log.ts'
import { desktopFile } from '../places.ts'
import { forkGateway } from './child.ts'
import type { PlatformKeyStore } from './key-store.ts'
import { isThere, type RunningGateway } from './running-gateway.ts'
import { Supervisor } from './supervisor.ts'

const lookEveryMs = 2_000

export interface KeeperParts {
  readonly modulePath: string
  /** Of the command line, for the gateway. */
  readonly args: readonly string[]
  readonly dataDir: string
  readonly state: Standing
  readonly logs: Logs
  readonly keyStore: PlatformKeyStore
  readonly language: () => string
  /** How the gateway stands now; one that runs apart is not asked. */
  readonly stood: (standing: GatewayStanding) => void
  /** There is one that runs apart, and is used. */
  readonly found: () => void
}

/** The gateway that the screens talk to, wherever it runs. */
export interface Keeper {
  /** Null while it does not run, or cannot prove that it is this person's: a screen sends PINs there. */
  readonly port: () => Promise<number | null>
  /** Whether it is this desktop's to stop. */
  readonly isOurs: () => boolean
  readonly speak: (language: string) => void
  readonly wake: () => void
  /** @returns false where it is not ours, or was started only a moment ago */
  readonly restart: () => boolean
  /** Closes ours and starts it again, because something around it is there now. */
  readonly renew: () => void
  /** @returns why there is no copy; null where there is one */
  readonly backUp: (file: string) => Promise<string | null>
  /** Resolves when the gateway answers, or will not. @returns its refusal */
  readonly settled: () => Promise<Supervisor['refusal']>
  readonly stop: () => Promise<void>
}

const later = (ms: number, deed: () => void) => {
  const timer = setTimeout(deed, ms)
  return () => clearTimeout(timer)
}

/** Starts a gateway, or watches the one that runs already; where that is gone and is this person's, starts one. */
export function keepGateway(parts: KeeperParts, running: RunningGateway | null): Keeper {
  const backups = new Map<number, (problem: string | null) => void>()
  let supervisor: Supervisor | null = null
  let looking: NodeJS.Timeout | null = null
  const { promise: settled, resolve: settle } = Promise.withResolvers<Supervisor['refusal']>()
  const supervise = () => {
    supervisor = new Supervisor({
      fork: (port, hearing) => forkGateway(wishFor(parts, port), hearing),
      later,
      wrote: (chunk) => parts.logs.fromGateway(chunk),
      news: (news) => hear(parts, news, { backups, answer: (order) => supervisor?.tell(order) }),
      changed: () => {
        // The first change comes while it is being made.
        if (supervisor === null) return
        show(parts, supervisor)
        if (supervisor.phase === 'running' || supervisor.phase === 'refused') settle(supervisor.refusal)
      },
    })
  }
  const watch = (attached: RunningGateway) => {
    const { isForEverybody } = attached
    looking = setInterval(() => {
      void isThere(attached, parts.dataDir).then((isStill) => {
        if (looking === null) return
        if (isStill || isForEverybody) return showAttached(parts, isStill ? 'attached' : 'away')
        parts.logs.log.warn('the gateway that ran here is gone: this desktop starts one')
        clearInterval(looking)
        looking = null
        supervise()
      })
    }, lookEveryMs)
    showAttached(parts, 'attached')
    parts.found()
    settle(null)
  }
  if (running === null) supervise()
  else watch(running)
  let asked = 0
  return {
    port: () => (supervisor === null ? portOf(running, parts) : Promise.resolve(portOfOurs(supervisor))),
    isOurs: () => supervisor !== null,
    speak: (language) => supervisor?.tell({ kind: 'speak', language }),
    wake: () => supervisor?.tell({ kind: 'wake' }),
    restart: () => supervisor?.restart() ?? false,
    renew: () => supervisor?.renew(),
    backUp(file) {
      if (supervisor?.phase !== 'running') return Promise.resolve('The gateway does not run.')
      asked += 1
      const id = asked
      supervisor.tell({ kind: 'back_up', id, file })
      return new Promise((resolve) => backups.set(id, resolve))
    },
    settled: () => settled,
    async stop() {
      if (looking) clearInterval(looking)
      looking = null
      await supervisor?.stop()
    },
  }
}

/** While ours is started again, its port is anybody's to take. */
const portOfOurs = ({ phase, port }: Supervisor): number | null => (phase === 'running' ? port : null)

async function portOf(running: RunningGateway | null, { dataDir }: KeeperParts): Promise<number | null> {
  if (running === null) return null
  return running.isForEverybody || (await isThere(running, dataDir)) ? running.port : null
}

const wishFor = ({ modulePath, args, keyStore, language }: KeeperParts, port: number | null) => ({
  modulePath,
  args: port === null ? args : [...args, '--port', String(port)],
  env: {
    ...process.env,
    RESIT_LANGUAGE: language(),
    RESIT_COMPILED: desktopFile('compiled'),
    RESIT_KEY_STORE: keyStore.state() === 'unprotected' ? 'none' : 'platform',
    // Where screens are, the desktop shows them.
    RESIT_SCREENS: 'off',
  },
})

interface Answers {
  readonly backups: Map<number, (problem: string | null) => void>
  readonly answer: (order: Parameters<Supervisor['tell']>[0]) => void
}

function hear({ state, keyStore, stood }: KeeperParts, news: FromGateway, { backups, answer }: Answers): void {
  switch (news.kind) {
    case 'set_up':
      return state.change({ setupCode: news.code })
    case 'standing':
      return news.standing === null ? undefined : stood(news.standing)
    case 'backed_up':
      backups.get(news.id)?.(news.problem)
      return void backups.delete(news.id)
    case 'key_store':
      return void keyStore.work(news.deed, news.text).then((made) => answer({ kind: 'key_store', id: news.id, made }))
    case 'ready':
    case 'refused':
      return undefined
  }
}

function show({ state, logs }: KeeperParts, { phase, restarts, refusal }: Supervisor): void {
  const sentence = refusal === null || refusal.sentence === '' ? null : refusal.sentence
  logs.log.info({ phase, restarts, code: refusal?.code }, `gateway of ${app.getName()}`)
  state.change({ gateway: { phase, restarts, sentence, isWatched: true } })
}

function showAttached({ state }: KeeperParts, phase: 'attached' | 'away'): void {
  state.change({ gateway: { phase, restarts: 0, sentence: null, isWatched: false }, setupCode: null })
}
