import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Server as SocketServer } from 'node:net'
import { tillSocketServer } from '../http/till-socket.ts'
import { closeSocket, prepareSocketPlace } from '../installation/socket-place.ts'
import type { RefusalCounter } from '../ports.ts'

/** The door beside the port, for tills of this computer that whoever set it up lets in. */
export interface TillSocket {
  readonly path: string
  /**
   * @param behind answers what comes in
   * @throws BadConfiguration where its place cannot be used; Error EADDRINUSE where somebody answers there
   */
  listen(behind: Server): Promise<void>
  /** Whether tills find it; null where it does not listen. Somebody may clear its folder. */
  isThere(): boolean | null
  /** Takes no more, and takes the socket away; the app closes the rest. */
  stop(): void
}

/** @param path of a socket, on Windows the name of a pipe */
export function tillSocket(path: string, refusals: Pick<RefusalCounter, 'count'>): TillSocket {
  const isPipe = process.platform === 'win32'
  const fileNumber = () => (isPipe ? 0 : statSync(path, { throwIfNoEntry: false })?.ino)
  let open: { readonly server: SocketServer; readonly made: number | undefined } | null = null
  return {
    path,
    async listen(behind) {
      if (!isPipe) await prepareSocketPlace(path)
      const server = tillSocketServer(behind, refusals)
      await once(server.listen(path), 'listening')
      open = { server, made: fileNumber() }
      if (!isPipe) closeSocket(path)
    },
    isThere: () => open && fileNumber() === open.made,
    stop() {
      open?.server.close()
      open = null
    },
  }
}
