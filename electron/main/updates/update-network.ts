import { type AuthInfo, net } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { type Proxy, proxyFor } from '../../gateway/platform/outgoing/proxy.ts'
import type { FetchSmall } from '../../release/source.ts'

const mostBytes = 64 * 1024
const withinMs = 20_000
/** Of one look for an update: Chromium keeps what a proxy took, and asks for ever if a proxy takes nothing. */
const mostLogins = 3

type Answer = (user?: string, password?: string) => void

/**
 * The way to the update server, by Chromium's network: through the proxy that the environment names, else as the system
 * is set. The updater goes the same way, since it has the same session. Opened again for each look.
 * @throws Error if a variable does not hold the address of a proxy
 */
export async function openUpdateNetwork(updater: AppUpdater, url: string): Promise<FetchSmall> {
  const proxy = proxyFor(new URL(url))
  if (proxy === null) return (file) => fetchSmall(updater, file, null)
  if ('variable' in proxy) throw new Error(`${proxy.variable} is not the address of a proxy`)
  await updater.netSession.setProxy({ mode: 'fixed_servers', proxyRules: proxy.url.origin })
  const logIn = logInto(proxy)
  updater.removeAllListeners('login')
  updater.on('login', (info, answer) => logIn(info, answer as Answer))
  return (file) =>
    fetchSmall(updater, file, proxy).catch((cause: unknown) => {
      throw new Error(`nothing was fetched through the proxy ${proxy.address}`, { cause })
    })
}

function logInto({ address, login }: Proxy): (info: AuthInfo, answer: Answer) => void {
  let logins = 0
  return ({ isProxy, host, port }, answer) => {
    logins += 1
    // Electron gives a request up if it is answered with nothing.
    if (login === null || !isProxy || `${host}:${port}` !== address || logins > mostLogins) return answer()
    answer(login.user, login.password)
  }
}

/** By `net.request`: for a request of `net.fetch` Electron answers no proxy that asks for a password. */
function fetchSmall({ netSession: session }: AppUpdater, url: string, proxy: Proxy | null): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const request = net.request({ url, session, redirect: 'error', cache: 'no-store' })
    const giveUp = (cause: Error) => {
      clearTimeout(timer)
      reject(cause)
      request.abort()
    }
    const timer = setTimeout(() => giveUp(new Error('the update server does not answer')), withinMs)
    if (proxy !== null) request.on('login', logInto(proxy))
    request.on('error', giveUp)
    request.on('response', (answer) => {
      const chunks: Buffer[] = []
      let size = 0
      if (answer.statusCode !== 200) return giveUp(new Error(`the update server answered ${answer.statusCode}`))
      answer.on('data', (chunk) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > mostBytes) giveUp(new Error('the update server sends more than a manifest'))
      })
      answer.on('error', () => giveUp(new Error('the answer of the update server broke off')))
      answer.on('aborted', () => giveUp(new Error('the answer of the update server broke off')))
      answer.on('end', () => {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks))
      })
    })
    request.end()
  })
}
