import { type KeyStore, SecretsLocked } from '../gateway/installation/secrets.ts'
import type { DesktopPort } from './desktop-port.ts'
import type { Made } from './messages.ts'

/** The key store of the platform, which only the main process can reach. */
export function keyStoreOver({ tell, listen }: DesktopPort): KeyStore {
  const waiting = new Map<number, (made: Made | null) => void>()
  let count = 0
  listen((order) => {
    if (order.kind !== 'key_store') return
    waiting.get(order.id)?.(order.made)
    waiting.delete(order.id)
  })
  const ask = async (operation: 'seal' | 'open', text: string): Promise<Made> => {
    count += 1
    const id = count
    const answer = new Promise<Made | null>((resolve) => waiting.set(id, resolve))
    tell({ kind: 'key_store', id, deed: operation, text })
    const made = await answer
    if (made === null) throw new SecretsLocked(`The key store of this computer did not ${operation} a secret.`)
    return made
  }
  return { seal: async (text) => (await ask('seal', text)).text, open: (sealed) => ask('open', sealed) }
}
