import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { unknownOrigin } from './access.ts'
import { isFromNetwork } from './guards.ts'
import { valuesOf } from './headers.ts'
import { networkOf } from './network-of.ts'
import { userAt } from './peer-user.ts'

/** How somebody shows who it is. */
export interface ShownBy {
  /** In lower case. */
  readonly header: string
  readonly value: string
}

/** Who tries a PIN, as far as this computer can tell: another computer, the desktop's window, a user, or some program. */
export async function originOf(request: IncomingMessage, desktop: ShownBy): Promise<string> {
  if (isFromNetwork(request)) return `computer ${networkOf(request.socket.remoteAddress ?? '')}`
  const [shown] = valuesOf(request, desktop.header)
  if (shown !== undefined && timingSafeEqual(digest(shown), digest(desktop.value))) return 'desktop'
  const user = await userAt(request.socket)
  return user === null ? unknownOrigin : `user ${user}`
}

const digest = (text: string) => hash('sha256', text, 'buffer')
