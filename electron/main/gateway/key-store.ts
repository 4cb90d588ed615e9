import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { safeStorage } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { OpenedText } from '../../gateway-host/messages.ts'

/** A keyring that is locked asks a person, and answers when that person comes: it is not waited for longer than this. */
const tooLate = () => pause(5_000, undefined, { ref: false })
const lookAgainMs = 10_000

/** Chromium puts this before a text that it only hid: the password for it is in Chromium's source. */
const plainMark = 'v10'

/** Whether there is a key store that really encrypts. Found out by a try. */
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
 * The platform's key store. If something was sealed before, a store that does not answer is locked and tried again, and
 * one that answers but cannot open it is lost. If nothing was sealed, it is not waited for.
 * @param changed called with every state, except a first one that is locked
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
    // The gateway runs without one: it seals what it has when it is started next.
    if (state !== 'locked') return
    if (isProtecting) become('sealed')
    else become(hasSealed() ? 'locked' : 'unprotected')
  }
  const make = async (operation: 'seal' | 'open', text: string): Promise<OpenedText> => {
    if (operation === 'seal')
      return { text: (await safeStorage.encryptStringAsync(text)).toString('base64'), isStale: false }
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'))
    return { text: result, isStale: shouldReEncrypt }
  }
  await Promise.race([look(), tooLate()])
  if (state === 'locked' && !hasSealed()) become('unprotected')
  return {
    state: () => state,
    /** @returns null if it cannot. What cannot be opened stays as it is: nothing is made again */
    work: async (operation: 'seal' | 'open', text: string): Promise<OpenedText | null> => {
      // A caller waits once for a person, and not for each secret.
      if (state === 'locked') return null
      const made = await Promise.race([make(operation, text).catch(() => 'failed' as const), tooLate()])
      if (made !== undefined && made !== 'failed') return made
      const answers = made === 'failed' && (await Promise.race([protects(), tooLate()])) === true
      become(answers ? 'lost' : 'locked')
      return null
    },
  }
}
