import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { setupStateSchema } from '../../../shared/api/operator/session.ts'
import { dataPathsIn } from '../../gateway/installation/data-dir.ts'
import { isGatewayAt, readPortFile } from '../../gateway/installation/proof.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { log, logGateway } from '../log.ts'
import { builtFiles, desktopFile } from '../places.ts'
import { type ExternalGateway, type GatewayChild, type GatewayNews, GatewayRunner } from './gateway.ts'
import { openKeyStore } from './key-store.ts'

/** Finds the gateway that runs here already, or starts our own, with the key store of the platform. */
export async function findOrStartGateway({ state, args, dataDir }: Pick<DesktopContext, 'state' | 'args' | 'dataDir'>) {
  let gateway: GatewayRunner | null = null
  const keyStore = await openKeyStore(dataPathsIn(dataDir()).secrets, (now) => {
    const { keyStore: before } = state.current
    log.info({ before, now }, 'the key store of this computer')
    state.change({ keyStore: now })
    // The gateway reads its sealed secrets only when it starts.
    if (before === 'locked' && now === 'sealed') gateway?.renew()
  })
  gateway = new GatewayRunner({
    state,
    running: await findRunning(dataDir()),
    isThere: (running) => isThere(running, dataDir()),
    fork: (port, putsCopyBack, hear) =>
      fork([...args, ...(port === null ? [] : ['--port', `${port}`])], hear, {
        RESIT_LANGUAGE: state.current.language,
        RESIT_KEY_STORE: keyStore.state() === 'unprotected' ? 'none' : 'platform',
        ...(putsCopyBack && { RESIT_PUT_BACK: 'copy' }),
      }),
    useKeyStore: keyStore.use,
  })
  return gateway
}

function fork(args: string[], hear: (news: GatewayNews) => void, own: NodeJS.ProcessEnv): GatewayChild {
  const child = utilityProcess.fork(builtFiles.gatewayHost, args, {
    serviceName: 'Resit gateway',
    stdio: ['ignore', 'ignore', 'pipe'],
    // The desktop serves the screens itself.
    env: { ...process.env, RESIT_COMPILED: desktopFile('compiled'), RESIT_SCREENS: 'off', ...own },
  })
  const kill = () => {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
  }
  child.on('message', hear)
  child.on('exit', () => hear({ kind: 'ended' }))
  // Its memory is full, for example. Without a listener this throws. The third argument, a report, has the environment in it.
  child.on('error', (type, location) => {
    log.error({ type, location }, 'the gateway cannot go on: it is started again')
    kill()
  })
  child.stderr?.on('data', (chunk: Buffer) => logGateway(chunk.toString()))
  return { tell: (order) => child.postMessage(order), kill }
}

/** Only administrators may write there, and no update changes it: a program that named a gateway could read all PINs. */
const namedIn: Partial<Record<NodeJS.Platform, string>> = {
  win32: join(process.env['ProgramFiles'] ?? 'C:\\Program Files', 'Resit gateway'),
  darwin: '/Library/Application Support/Resit',
}

async function findRunning(dataDir: string): Promise<ExternalGateway | null> {
  const everybodys = readPortFile(join(namedIn[process.platform] ?? '/etc/resit', 'machine.json'))
  if (everybodys !== null) return { port: everybodys, isForEverybody: true }
  const own = readPortFile(dataPathsIn(dataDir).discovery)
  const running = own === null ? null : { port: own, isForEverybody: false }
  return running !== null && (await isThere(running, dataDir)) ? running : null
}

const probeWithinMs = 1_500

/**
 * Whether the same gateway still listens. People type PINs, and any program can take the port of a gateway that ended. The
 * gateway for all users cannot prove itself: only its own account can read its control token.
 */
async function isThere({ port, isForEverybody }: ExternalGateway, dataDir: string): Promise<boolean> {
  if (!isForEverybody) return isGatewayAt(port, dataPathsIn(dataDir))
  try {
    const signal = AbortSignal.timeout(probeWithinMs)
    const answer = await fetch(`http://127.0.0.1:${port}/operator/v1/setup`, { signal, redirect: 'error' })
    return setupStateSchema.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
