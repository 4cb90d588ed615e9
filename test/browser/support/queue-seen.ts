import { operate } from '../../support/operator.ts'
import type { Screens } from './screens.ts'

interface Queue {
  readonly unsent: number
  readonly lanes: readonly { readonly work: string }[]
}

/** The number of waiting documents, and what is being sent or asked for. */
export async function queueSeen(gateway: Screens['gateway']) {
  const { unsent: waiting, lanes } = (await operate<Queue>(gateway, 'GET', '/queue')).body
  return { waiting, moving: lanes.filter(({ work }) => work === 'send' || work === 'poll') }
}
