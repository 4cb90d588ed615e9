import { app, utilityProcess } from 'electron'
import { filesIn } from '../../gateway/installation/data-dir.ts'
import type { FromGateway } from '../../gateway-host/messages.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { desktopFile, places } from '../places.ts'
import { Gateway, type GatewayChild, type GatewayHearing, type GatewayStart } from './gateway.ts'
import { openKeyStore, type PlatformKeyStore } from './key-store.ts'
import { everybodysPort, findRunning, isThere } from './running-gateway.ts'

/** The gateway that runs here already, or one of our own: watched, started again, and with the platform's key store. */
export async function openGateway(context: DesktopContext): Promise<Gateway> {
  const { state, logs, dataDir } = context
  let gateway: Gateway | null = null
  const keyStore = await openKeyStore(filesIn(dataDir()).secrets, (kind) => {
    const { keyStore: before } = state.current
    logs.log.info({ before, now: kind }, 'the key store of this computer')
    state.change({ keyStore: kind })
    // What it could not read when it started, it reads at its next start.
    if (before === 'locked' && kind === 'sealed') gateway?.renew()
  })
  state.change({ keyStore: keyStore.state() })
  const hear = (news: FromGateway) => {
    if (news.kind === 'set_up') state.change({ setupCode: news.code })
    if (news.kind === 'standing' && news.standing !== null) state.setGatewayState(news.standing)
    if (news.kind === 'key_store')
      void keyStore.work(news.deed, news.text).then((made) => gateway?.tell({ kind: 'key_store', id: news.id, made }))
  }
  gateway = new Gateway({
    running: await findRunning(everybodysPort(process.platform), dataDir()),
    isThere: (running) => isThere(running, dataDir()),
    fork: (start, hearing) => fork(context, keyStore, { ...start, hearing }),
    news: hear,
    changed({ phase, restarts, refusal }) {
      const isWatched = phase !== 'attached' && phase !== 'away'
      const { phase: before } = state.current.gateway
      if (phase !== before) logs.log.info({ phase, restarts, code: refusal?.code }, `gateway of ${app.getName()}`)
      state.change({ gateway: { phase, restarts, sentence: refusal?.sentence || null, isWatched } })
      if (!isWatched) state.change({ setupCode: null })
    },
  })
  return gateway
}

function fork(
  { args, state, logs }: DesktopContext,
  keyStore: PlatformKeyStore,
  { port, putsCopyBack, hearing }: GatewayStart & { readonly hearing: GatewayHearing },
): GatewayChild {
  const child = utilityProcess.fork(places.gatewayHost, [...args, ...(port === null ? [] : ['--port', `${port}`])], {
    serviceName: 'Resit gateway',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      RESIT_LANGUAGE: state.current.language,
      RESIT_COMPILED: desktopFile('compiled'),
      RESIT_KEY_STORE: keyStore.state() === 'unprotected' ? 'none' : 'platform',
      // The desktop shows the screens itself.
      RESIT_SCREENS: 'off',
      ...(putsCopyBack && { RESIT_PUT_BACK: 'copy' }),
    },
  })
  const kill = () => {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
  }
  child.on('message', hearing.news)
  child.on('exit', () => hearing.ended())
  // Its memory is full, say. Without a listener this would throw; the third word, a report, has the environment in it.
  child.on('error', (type, location) => {
    logs.log.error({ type, location }, 'the gateway cannot go on: it is started again')
    kill()
  })
  child.stderr?.on('data', (chunk: Buffer) => logs.fromGateway(chunk.toString()))
  return { tell: (order) => child.postMessage(order), kill }
}
