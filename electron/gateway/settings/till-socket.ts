import { isAbsolute, resolve } from 'node:path'
import { BadConfiguration, type Environment } from './values.ts'

/** What the system keeps for the path of a socket, less the byte that ends it (unix(7); on macOS and BSD it is less). */
const mostBytes = process.platform === 'linux' ? 107 : 103
const pipes = '\\\\.\\pipe\\'

/**
 * @returns the path of the socket by which tills may come in, on Windows the name of a pipe; null where none is wanted
 * @throws BadConfiguration
 */
export function readTillSocket(env: Environment, platform = process.platform): string | null {
  const given = env['RESIT_SOCKET']
  if (given === undefined) return null
  if (platform === 'win32') {
    if (!/^\\\\\.\\pipe\\[\w.-]{1,200}$/.test(given))
      throw new BadConfiguration(`RESIT_SOCKET must be the name of a pipe, like ${pipes}resit-till; it is “${given}”.`)
    return given
  }
  if (!isAbsolute(given))
    throw new BadConfiguration(`RESIT_SOCKET must be a whole path, like /run/resit/till.sock; it is “${given}”.`)
  const path = resolve(given)
  const bytes = Buffer.byteLength(path)
  if (bytes > mostBytes)
    throw new BadConfiguration(
      `RESIT_SOCKET is ${bytes} bytes long, and the system takes ${mostBytes} for a socket. Name a shorter path, like /run/resit/till.sock.`,
    )
  return path
}
