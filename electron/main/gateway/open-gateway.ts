import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { setupState } from '../../../shared/api/operator/session.ts'
import { filesIn } from '../../gateway/installation/data-dir.ts'
import { namedPort, whoListens } from '../../gateway/installation/proof.ts'
import type { Desktop } from '../desktop/desktop-context.ts'
import { log, logGateway } from '../log.ts'
import { desktopFile, places } from '../places.ts'
import { Gateway, type GatewayChild, type GatewayNews, type RunningGateway } from './gateway.ts'
import { openKeyStore } from './key-store.ts'

/** The gateway that runs here already, or one of our own: watched, started again, and with the platform's key store. */
export async function openGateway({ state, args, dataDir }: Pick<Desktop, 'state' | 'args' | 'dataDir'>) {
  let gateway: Gateway | null = null
  const keyStore = await openKeyStore(filesIn(dataDir()).secrets, (now) => {
    const { keyStore: before } = state.current
    log.info({ before, now }, 'the key store of this computer')
    state.change({ keyStore: now })
    // The gateway reads the secrets only at its start.
    if (before === 'locked' && now === 'sealed') gateway?.renew()
  })
  gateway = new Gateway({
    state,
    running: await findRunning(dataDir()),
    isThere: (running) => isThere(running, dataDir()),
    fork: (port, putsCopyBack, hear) =>
      fork([...args, ...(port === null ? [] : ['--port', `${port}`])], hear, {
        RESIT_LANGUAGE: state.current.language,
        RESIT_KEY_STORE: keyStore.state() === 'unprotected' ? 'none' : 'platform',
        ...(putsCopyBack && { RESIT_PUT_BACK: 'copy' }),
      }),
    work: keyStore.work,
  })
  return gateway
}

function fork(args: string[], hear: (news: GatewayNews) => void, own: NodeJS.ProcessEnv): GatewayChild {
  const child = utilityProcess.fork(places.gatewayHost, args, {
    serviceName: 'Resit gateway',
    stdio: ['ignore', 'ignore', 'pipe'],
    // The desktop shows the screens itself.
    env: { ...process.env, RESIT_COMPILED: desktopFile('compiled'), RESIT_SCREENS: 'off', ...own },
  })
  const kill = () => {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
  }
  child.on('message', hear)
  child.on('exit', () => hear({ kind: 'ended' }))
  // For example out of memory. Without a listener this would throw. The third argument, a report, contains the
  // environment.
  child.on('error', (type, location) => {
    log.error({ type, location }, 'the gateway cannot go on: it is started again')
    kill()
  })
  child.stderr?.on('data', (chunk: Buffer) => logGateway(chunk.toString()))
  return { tell: (order) => child.postMessage(order), kill }
}

/** Only administrators can write there, and no update does: a program that could name a gateway could read all PINs. */
const namedIn: Partial<Record<NodeJS.Platform, string>> = {
  win32: join(process.env['ProgramFiles'] ?? 'C:\\Program Files', 'Resit gateway'),
  darwin: '/Library/Application Support/Resit',
}

async function findRunning(dataDir: string): Promise<RunningGateway | null> {
  const everybodys = namedPort(join(namedIn[process.platform] ?? '/etc/resit', 'machine.json'))
  if (everybodys !== null) return { port: everybodys, isForEverybody: true }
  const own = namedPort(filesIn(dataDir).discovery)
  const running = own === null ? null : { port: own, isForEverybody: false }
  return running !== null && (await isThere(running, dataDir)) ? running : null
}

const probeWithinMs = 1_500

/**
 * Whether it is still the same gateway, because people type PINs here and another program can take the port of one that
 * ended. The gateway for all users cannot prove it: only its own account reads its control token.
 */
async function isThere({ port, isForEverybody }: RunningGateway, dataDir: string): Promise<boolean> {
  if (!isForEverybody) return (await whoListens(port, filesIn(dataDir))) === 'proven'
  try {
    const signal = AbortSignal.timeout(probeWithinMs)
    const answer = await fetch(`http://127.0.0.1:${port}/operator/v1/setup`, { signal, redirect: 'error' })
    return setupState.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
