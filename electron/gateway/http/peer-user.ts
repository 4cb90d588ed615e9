import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Loopback addresses as the kernel's table writes them. */
const addresses = {
  '/proc/net/tcp': ['0100007F'],
  '/proc/net/tcp6': ['0000000000000000FFFF00000100007F', '00000000000000000000000001000000'],
} as const

/**
 * Which user of this computer has the other end of a connection over loopback.
 * @returns the user's number; null where the system does not say, as on Windows and macOS
 */
export async function userAt({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>) {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined) return null
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  for (const [table, known] of Object.entries(addresses)) {
    const text = await readFile(table, 'utf8').catch(() => '')
    for (const address of known) {
      // Their end first: local address, remote address, state, two queues, timer, retransmits, user.
      const theirs = `${address}:${hex(remotePort)} ${address}:${hex(localPort)} `
      const at = text.indexOf(theirs)
      const user = at < 0 ? undefined : text.slice(at, text.indexOf('\n', at)).split(/\s+/)[6]
      if (user !== undefined) return Number(user)
    }
  }
  return null
}
