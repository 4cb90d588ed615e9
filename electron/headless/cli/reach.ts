import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Fetch } from '../../../shared/api/call.ts'
import { type DataDir, openDataDir } from '../../gateway/installation/data-dir.ts'
import { identifyListener, portInFile } from '../../gateway/installation/proof.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import { StoreRefusal } from '../../gateway/store/refusal.ts'
import type { OfflineDataDir } from './at-rest.ts'
import { callsOver, type GatewayLink } from './calls-over.ts'

/**
 * The running gateway, or else one inside this process that sends nothing.
 * @throws StoreRefusal if the directory is in use and its gateway does not answer
 */
export async function reachGateway({ dataDir: path, env }: OfflineDataDir): Promise<GatewayLink> {
  const dataDir = openDataDir(path)
  const port = existsSync(dataDir.controlToken) ? portInFile(dataDir.discovery) : null
  switch (port === null ? 'free' : await identifyListener(port, dataDir)) {
    case 'proven':
      return runningGateway(dataDir, port ?? 0, env)
    case 'free':
      return ownGateway(dataDir, env)
    case 'unproven':
      return besideForeignProgram(dataDir, port ?? 0, env)
  }
}

const foreignProgramAt = (port: number, { discovery }: DataDir): string =>
  `The program that answers at port ${port} does not prove that it is the gateway that ${discovery} names; nothing was sent to it.`

/**
 * A killed gateway leaves its file behind, and any program may take the port. If no gateway has the database, none is
 * needed.
 */
async function besideForeignProgram(dataDir: DataDir, port: number, env: Environment): Promise<GatewayLink> {
  const sentence = foreignProgramAt(port, dataDir)
  try {
    const reached = await ownGateway(dataDir, env)
    process.stderr.write(`${sentence} No gateway runs on this data directory: the command works on its files.\n`)
    return reached
  } catch (cause) {
    if (!(cause instanceof StoreRefusal) || cause.reason !== 'held_by_another') throw cause
    const told = `${sentence} The gateway that runs on this data directory is another or hangs: stop it, start it again, then try again (${cause.message}`
    throw new StoreRefusal(cause.reason, `${told})`, { cause })
  }
}

function runningGateway(dataDir: DataDir, port: number, env: Environment): GatewayLink {
  const proven: Fetch = async (url, init) => {
    // Before each call: a command may take some time, and bodies hold PINs and secrets.
    if ((await identifyListener(port, dataDir)) !== 'proven')
      throw new Error(
        `The gateway at port ${port} has ended meanwhile; nothing was sent to the program that is there now. Try again.`,
      )
    return patientFetch(url, init).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      const told = `The gateway at port ${port} broke off before it had answered (${why}).`
      throw new Error(`${told} What was asked may be done: look before you ask again.`, { cause })
    })
  }
  const token = () => readFileSync(dataDir.controlToken, 'utf8')
  return {
    isRunning: true,
    call: callsOver(proven, `http://127.0.0.1:${port}`, { env, token }),
    async close() {
      await Promise.resolve()
    },
  }
}

/** Loaded only when needed: it is most of what a command would have to read. */
async function ownGateway(dataDir: DataDir, env: Environment): Promise<GatewayLink> {
  const { openGateway } = await import('./own-gateway.ts')
  return openGateway(dataDir, env)
}

/**
 * Waits as long as it takes: Node's fetch gives up after five minutes, and a backup of everything may take longer.
 * @throws Error if no server answers, the connection breaks, or the answer redirects
 */
export const patientFetch: Fetch = (url, { method, headers, body }) =>
  new Promise((resolve, reject) => {
    // A new connection, because the gateway may close a kept one at the moment it is used.
    const asked = request(url, { agent: false, method, headers }, (response) => {
      const { statusCode = 0 } = response
      if (statusCode >= 300 && statusCode < 400) {
        asked.destroy(new Error(`${url} answers with ${statusCode} and sends elsewhere; nothing was sent there.`))
        return
      }
      text(response)
        .then((said) => resolve({ status: statusCode, json: async () => JSON.parse(said) as unknown }))
        .catch(reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
