import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { safeStorage } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { KeyStoreResult } from '../../gateway-host/messages.ts'

/** A locked keyring asks a person, and answers when that person comes. Nothing waits longer than this. */
const timedOut = () => pause(5_000, undefined, { ref: false })
const lookAgainMs = 10_000

/** Chromium puts this before a text that it only hid: the password is in Chromium's source. */
const plainMark = 'v10'

/** Tries whether there is a key store that encrypts texts and does not only hide them. */
async function protects(): Promise<boolean> {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
    const sealed = await safeStorage.encryptStringAsync('Resit')
    return process.platform !== 'linux' || sealed.toString('latin1', 0, plainMark.length) !== plainMark
  } catch {
    return false
  }
}

/**
 * The key store of the platform. If a secret was sealed and the key store does not answer, it is “locked”, and tried again. If
 * it answers and cannot open the secret, the key is “lost”. If no secret was sealed, nothing waits for the key store.
 * @param changed is called with every state, except “locked” at the start
 */
export async function openKeyStore(secretsFile: string, changed: (state: DesktopState['keyStore']) => void) {
  let state: DesktopState['keyStore'] = 'locked'
  const hasSealed = () => existsSync(secretsFile) && readFileSync(secretsFile, 'utf8').includes('"sealed:')
  const become = (next: typeof state) => {
    if (next !== state) changed(next)
    state = next
    if (next === 'locked') setTimeout(() => void look(), lookAgainMs).unref()
  }
  const look = async (): Promise<void> => {
    const isProtecting = await protects()
    // The gateway runs without a key store, and seals its secrets at its next start.
    if (state !== 'locked') return
    if (isProtecting) become('sealed')
    else become(hasSealed() ? 'locked' : 'unprotected')
  }
  const make = async (operation: 'seal' | 'open', text: string): Promise<KeyStoreResult> => {
    if (operation === 'seal')
      return { text: (await safeStorage.encryptStringAsync(text)).toString('base64'), isStale: false }
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'))
    return { text: result, isStale: shouldReEncrypt }
  }
  await Promise.race([look(), timedOut()])
  if (state === 'locked' && !hasSealed()) become('unprotected')
  return {
    state: () => state,
    /** @returns null if it fails. A secret that cannot be opened stays as it is, and is not made again */
    use: async (operation: 'seal' | 'open', text: string): Promise<KeyStoreResult | null> => {
      // A caller waits for a person once, and not for each secret.
      if (state === 'locked') return null
      const made = await Promise.race([make(operation, text).catch(() => 'failed' as const), timedOut()])
      if (made !== undefined && made !== 'failed') return made
      const answers = made === 'failed' && (await Promise.race([protects(), timedOut()])) === true
      become(answers ? 'lost' : 'locked')
      return null
    },
  }
}
