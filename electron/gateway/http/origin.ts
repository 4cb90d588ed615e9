import { hash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { unknownOrigin } from './access.ts'
import { isFromNetwork } from './guards.ts'
import { headerValues } from './headers.ts'

export interface DesktopHeader {
  readonly header: string
  readonly value: string
}

/** To count tries of a PIN: another computer, the desktop's window, a user, or some program. */
export async function pinOriginOf(request: IncomingMessage, desktop: DesktopHeader): Promise<string> {
  if (isFromNetwork(request)) return `computer ${networkOf(request.socket.remoteAddress ?? '')}`
  const [shown] = headerValues(request, desktop.header)
  if (shown !== undefined && timingSafeEqual(digest(shown), digest(desktop.value))) return 'desktop'
  const user = await userAt(request.socket)
  return user === null ? unknownOrigin : `user ${user}`
}

const digest = (text: string) => hash('sha256', text, 'buffer')

/** A caller with IPv6 has a whole network: only the first four groups count. */
export function networkOf(ip: string): string {
  // IPv4, also in the form `::ffff:192.0.2.1` of a proxy that listens for both.
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':'))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

/** As /proc/net/tcp writes them. */
const addresses = {
  '/proc/net/tcp': ['0100007F'],
  '/proc/net/tcp6': ['0000000000000000FFFF00000100007F', '00000000000000000000000001000000'],
} as const

/**
 * The user at the other end of a loopback connection. @returns null if the system does not say, as on Windows and macOS
 */
async function userAt({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>) {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined) return null
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  for (const [table, known] of Object.entries(addresses)) {
    const text = await readFile(table, 'utf8').catch(() => '')
    for (const address of known) {
      // Columns of the table: local address, remote address, state, two queues, timer, retransmits, user.
      const at = text.indexOf(`${address}:${hex(remotePort)} ${address}:${hex(localPort)} `)
      const user = at < 0 ? undefined : text.slice(at, text.indexOf('\n', at)).split(/\s+/)[6]
      if (user !== undefined) return Number(user)
    }
  }
  return null
}
