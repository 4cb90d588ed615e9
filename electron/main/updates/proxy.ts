import type { AppUpdater } from 'electron-updater'
import { proxyFor } from '../../gateway/platform/outgoing/proxy.ts'
import type { Log } from '../log.ts'

/** Of one look for an update: if a proxy takes no password, Chromium asks for ever. */
const mostLogins = 4

/**
 * The updater's requests go by Chromium's network: through the proxy that the environment names, else as the system is set.
 * @throws Error if a variable does not hold the address of a proxy
 */
export async function takeProxy(updater: AppUpdater, url: string, log: Log): Promise<void> {
  const proxy = proxyFor(new URL(url))
  if (proxy === null) return
  if ('variable' in proxy) throw new Error(`${proxy.variable} is not the address of a proxy`)
  const { address, login } = proxy
  log.info({ proxy: address }, 'updates come through a proxy')
  await updater.netSession.setProxy({ mode: 'fixed_servers', proxyRules: proxy.url.origin })
  let logins = 0
  updater.removeAllListeners('login')
  updater.on('login', ({ isProxy, host, port }, callback) => {
    const answer = callback as (user?: string, password?: string) => void
    logins += 1
    // Electron gives a request up if it is answered with nothing.
    if (login === null || !isProxy || `${host}:${port}` !== address || logins > mostLogins) return answer()
    answer(login.user, login.password)
  })
}
