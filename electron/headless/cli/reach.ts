import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Fetch } from '../../../shared/api/call.ts'
import { type DataPaths, ensureDataDir } from '../../gateway/installation/data-dir.ts'
import { isGatewayAt, readPortFile } from '../../gateway/installation/proof.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import type { DataDirAndEnv } from './at-rest.ts'
import { envLanguage, type GatewayClient, makeCaller } from './calls-over.ts'

/**
 * The running gateway, or else one inside this process that sends nothing.
 * @throws StoreRefusal if the directory is in use and its gateway does not answer
 */
export async function reachOrOpenGateway({ dataDir: path, env }: DataDirAndEnv): Promise<GatewayClient> {
  const dataDir = ensureDataDir(path)
  const port = existsSync(dataDir.controlToken) ? readPortFile(dataDir.discovery) : null
  if (port !== null && (await isGatewayAt(port, dataDir))) return runningGateway(dataDir, port, env)
  // Loaded only when needed: it is most of what a command would have to read.
  const { openGateway } = await import('./own-gateway.ts')
  return openGateway(dataDir, env)
}

function runningGateway(dataDir: DataPaths, port: number, env: Environment): GatewayClient {
  const proven: Fetch = async (url, init) => {
    // Before each call: a command may take some time, and bodies hold PINs and secrets.
    if (!(await isGatewayAt(port, dataDir)))
      throw new Error(
        `The gateway at port ${port} has ended meanwhile; nothing was sent to the program that is there now. Try again.`,
      )
    return untimedFetch(url, init).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      const told = `The gateway at port ${port} broke off before it had answered (${why}).`
      throw new Error(`${told} What was asked may be done: look before you ask again.`, { cause })
    })
  }
  const token = () => readFileSync(dataDir.controlToken, 'utf8')
  return {
    isRunning: true,
    call: makeCaller(proven, `http://127.0.0.1:${port}`, { language: () => envLanguage(env), token }),
    async close() {
      await Promise.resolve()
    },
  }
}

/**
 * Waits as long as it takes: Node's fetch gives up after five minutes, and a backup of everything may take longer.
 * @throws Error if no server answers, the connection breaks, or the answer redirects
 */
export const untimedFetch: Fetch = (url, { method, headers, body }) =>
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
